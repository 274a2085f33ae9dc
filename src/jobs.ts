import type { JobHandlers } from './core/jobs'

/** CONTRACT 3, later: job name → payload (ids only) and job name → handler. A name without a handler does not compile. */
export interface Jobs {
  'message.deliver': { messageId: number }
}
export const handlers = {} as JobHandlers
