import type { JobHandler } from '../../../../../core/jobs/job'
import { AppError } from '../../../../../shared/errors'
import { startIn } from './by-hand'

/** Starts the flow of a campaign in the ticket of its answer; a ticket that a person holds by now is left alone. */
export const startByCampaign: JobHandler<{ ticketId: number; flowId: number }> = {
  run: (outer, { ticketId, flowId }) =>
    outer
      .transaction((scope) => startIn(scope, ticketId, flowId))
      .catch((error) => {
        if (!(error instanceof AppError)) throw error
      }),
}
