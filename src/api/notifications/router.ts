import { router } from '../trpc.ts';
import { listNotifications } from './list.ts';
import { resendNotification } from './resend.ts';
import { rotateWebhookKey } from './rotate-webhook-key.ts';
import { testWebhook } from './test-webhook.ts';
import { getWebhookKey } from './webhook-key.ts';

export const notificationsRouter = router({
  list: listNotifications,
  resend: resendNotification,
  webhookKey: getWebhookKey,
  rotateWebhookKey,
  testWebhook,
});
