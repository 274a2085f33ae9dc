import type { JobHandlers } from '../../core/jobs/job'
import { answeringIntegrations } from '../automation/programs/integration-answers'
import { deliverTo } from '../platform/deliveries/deliver'
import { webhookSource } from './webhooks/source'

/** Jobs of api: name → payload (ids only). */
declare module '../../core/jobs/job' {
  interface Jobs {
    'webhook.deliver': { deliveryId: number }
  }
}

/** Name → handler. */
export const apiJobs = {
  'webhook.deliver': deliverTo({ webhook: webhookSource, integration: answeringIntegrations }),
} satisfies Partial<JobHandlers>
