import { type AuditService, auditService } from './audit/audit.ts';
import { type BudgetService, budgetService } from './budgets/budgets.ts';
import type { Dependencies } from './dependencies.ts';
import { type EstimateService, estimateService } from './estimates.ts';
import { type EventService, eventService } from './events.ts';
import { type CitedPagesService, citedPagesService } from './evidence/cited-pages.ts';
import { type CitedTextService, citedTextService } from './evidence/cited-text.ts';
import { type ExtractionService, extractionService } from './extractions.ts';
import { type UploadService, uploadService } from './files/uploads.ts';
import { type NotificationService, notificationService } from './notifications/notifications.ts';
import { type OverviewService, overviewService } from './overview.ts';
import { type PoliticsService, politicsService } from './politics.ts';
import { type ProjectService, projectService } from './projects.ts';
import { type Estimating, readingInTurns } from './reading.ts';
import { type IdempotencyService, idempotencyService } from './records/idempotency.ts';
import type { Reporter } from './report/reporter.ts';
import { reporterHere } from './report/reporter-here.ts';
import { type ReportService, reportService } from './report/reports.ts';
import { type BundleService, bundleService } from './runs/bundles.ts';
import { type FindingsService, findingsService } from './runs/findings.ts';
import { type RunsService, runsService } from './runs/runs.ts';
import { type SignOffService, signOffService } from './runs/sign-offs.ts';
import { type StreamService, streamService } from './streams.ts';
import { type TokenService, tokenService } from './tokens.ts';
import { type VerificationService, verificationService } from './verifications.ts';
import { type WorkspaceService, workspaceService } from './workspaces/workspaces.ts';

/** All services that act for a user. They throw `AppError` for errors that a caller can act on. */
export type Services = {
  politics: PoliticsService;
  projects: ProjectService;
  estimates: EstimateService;
  verifications: VerificationService;
  extractions: ExtractionService;
  runs: RunsService;
  findings: FindingsService;
  citedTexts: CitedTextService;
  citedPages: CitedPagesService;
  signOffs: SignOffService;
  overview: OverviewService;
  reports: ReportService;
  bundles: BundleService;
  events: EventService;
  streams: StreamService;
  notifications: NotificationService;
  tokens: TokenService;
  uploads: UploadService;
  idempotency: IdempotencyService;
  audit: AuditService;
  budgets: BudgetService;
  workspaces: WorkspaceService;
};

/** `reporter` does the work on all findings of a run; by default, this process does it. */
export function createServices(
  dependencies: Dependencies,
  estimating: Estimating,
  reporter: Reporter = reporterHere(dependencies, estimating),
): Services {
  const findings = findingsService(dependencies);
  const projects = projectService(dependencies, findings);
  const runs = runsService(dependencies, reporter);
  const readInTurn = readingInTurns(estimating);
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
    uploads: uploadService(dependencies),
    idempotency: idempotencyService(dependencies),
    audit: auditService(dependencies),
    budgets: budgetService(dependencies),
    workspaces: workspaceService(dependencies),
  };
}
