/**
 * What the client knows of the service: types alone. In the package `@proviso/client`, a file that
 * `packaging/client/api-types.ts` writes takes the place of this one, because these types need the server's packages.
 */
import type { TRPCClient } from '@trpc/client';
import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server';
import type { ErrorCode } from '../api/problem.ts';
import type { AppRouter } from '../api/router.ts';

export type { ProjectEvent } from '../api/events/schemas.ts';
export type { UploadedFile } from '../api/files/schemas.ts';
export type { Problem } from '../api/problem.ts';
export type { ErrorCode };

/** The input and output of each call, by resource and verb: `Outputs['projects']['get']`. */
export type Inputs = inferRouterInputs<AppRouter>;
export type Outputs = inferRouterOutputs<AppRouter>;

/** The calls, by resource and verb. */
export type Calls = TRPCClient<AppRouter>;

export type Politics = Outputs['politics']['get']['data'];
export type Project = Outputs['projects']['list']['data'][number];
/** A project with the progress and the result of its last run. */
export type ProjectView = Outputs['projects']['get']['data'];
export type Run = Outputs['runs']['get']['data'];
export type Finding = Outputs['findings']['list']['data'][number];
export type Token = Outputs['tokens']['list'][number];
