import { auditService } from './audit/audit.ts';
import { budgetService } from './budgets/budgets.ts';
import type { Dependencies } from './dependencies.ts';
import { estimateService } from './estimates.ts';
import { eventService } from './events.ts';
import { citedPagesService } from './evidence/cited-pages.ts';
import { citedTextService } from './evidence/cited-text.ts';
import { extractionService } from './extractions.ts';
import { uploadService } from './files/uploads.ts';
import { notificationService } from './notifications/notifications.ts';
import { overviewService } from './overview.ts';
import { politicsService } from './politics.ts';
import { projectService } from './projects.ts';
import { type Estimating, readingInTurns } from './reading.ts';
import { idempotencyService } from './records/idempotency.ts';
import { redlineService } from './redlines/run-redlines.ts';
import type { Reporter } from './report/reporter.ts';
import { reporterHere } from './report/reporter-here.ts';
import { reportService } from './report/reports.ts';
import { bundleService } from './runs/bundles.ts';
import { findingsService } from './runs/findings.ts';
import { runsService } from './runs/runs.ts';
import { signOffService } from './runs/sign-offs.ts';
import { streamService } from './streams.ts';
import { tokenService } from './tokens.ts';
import { verificationService } from './verifications.ts';
import { workspaceService } from './workspaces/workspaces.ts';

/** All services that act for a user. They throw `AppError` for errors that a caller can act on. */
export type Services = ReturnType<typeof createServices>;

/** `reporter` does the work on all findings of a run; by default, this process does it. */
export function createServices(
  dependencies: Dependencies,
  estimating: Estimating,
  reporter: Reporter = reporterHere(dependencies, estimating),
) {
  const findings = findingsService(dependencies);
  const projects = projectService(dependencies, findings);
  const runs = runsService(dependencies, reporter);
  const readInTurn = readingInTurns(estimating);
  const uploads = uploadService(dependencies);
  return {
    politics: politicsService(dependencies),
    projects,
    events: eventService(dependencies, projects),
    estimates: estimateService(dependencies, readInTurn),
    verifications: verificationService(dependencies, readInTurn),
    extractions: extractionService(dependencies, readInTurn),
    runs,
    findings,
    citedTexts: citedTextService(dependencies),
    citedPages: citedPagesService(dependencies, readInTurn),
    signOffs: signOffService(dependencies),
    overview: overviewService(dependencies),
    reports: reportService(dependencies, runs, reporter),
    bundles: bundleService(dependencies, runs, reporter),
    streams: streamService(dependencies),
    notifications: notificationService(dependencies),
    tokens: tokenService(dependencies),
    uploads,
    redlines: redlineService(dependencies, { findings, runs, uploads }, readInTurn),
    idempotency: idempotencyService(dependencies),
    audit: auditService(dependencies),
    budgets: budgetService(dependencies),
    workspaces: workspaceService(dependencies),
  };
}
