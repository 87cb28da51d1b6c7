import { join, sep } from 'node:path';
import express, {
  type NextFunction,
  type Request,
  type RequestHandler,
  type Response,
  Router,
} from 'express';

/** The paths of the dashboard's pages. The same HTML document is sent for all of them. */
const pages = /^\/(rule-sets|projects|account|people|audit|members|join|set-password)(\/|$)/;

/**
 * Serves the built dashboard. The names of its scripts and styles change with their content, so browsers may cache them
 * forever. Browsers revalidate the page itself each time, so that no user has an old version after an upgrade.
 */
export function dashboard(packageFolder: string): RequestHandler {
  const root = join(packageFolder, 'dist', 'dashboard');
  const routes = Router();
  routes.use(
    express.static(root, {
      // A redirect to a path that begins with a slash and a backslash would lead to another host.
      redirect: false,
      setHeaders(res, path) {
        const named = path.includes(`${sep}dashboard${sep}page${sep}`);
        res.setHeader('Cache-Control', named ? 'public, max-age=31536000, immutable' : 'no-cache');
      },
    }),
  );
  const sendPage = (res: Response) =>
    res.sendFile('index.html', { root, headers: { 'Cache-Control': 'no-cache' }, cacheControl: false });
  routes.get(pages, (_req: Request, res: Response) => sendPage(res));
  // A person who mistypes an address sees the page, which says so; a program gets a problem.
  routes.get(/.*/, (req: Request, res: Response, next: NextFunction) => {
    res.vary('Accept');
    if (req.accepts(['json', 'html']) === 'html') sendPage(res.status(404));
    else next();
  });
  return routes;
}
