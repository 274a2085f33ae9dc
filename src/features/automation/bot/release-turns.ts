import type { Platform } from '../../../core/scope'
import { connectionOfBacklog } from '../../../whatsapp/backlog'

/**
 * Scheduled task: releases turns that wait for a number which is not behind. The session, or the process, may have ended
 * while it was.
 */
export async function releaseTurns({ ports }: Platform, awaited: string[]) {
  for (const event of awaited) {
    const whatsappId = connectionOfBacklog(event)
    if (whatsappId !== undefined && !ports.whatsapp.isBehind({ whatsappId })) await ports.releaseJobs(event)
  }
}
