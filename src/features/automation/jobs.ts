import type { JobHandlers } from '../../core/jobs/job'
import { expireTicket, warnOfExpiry } from './bot/timers/expire'
import { transferUnassigned } from './bot/timers/transfer'
import { sendOptionFiles } from './bot/turns/files'
import { runBotTurn } from './bot/turns/run'
import { runReplay } from './flows/replays/run'
import { callForFlow } from './flows/runs/call'
import { runFlow } from './flows/runs/run'
import { startByCampaign } from './flows/runs/start/start-by-campaign'
import { programs } from './programs/registry'
import { runProgram } from './programs/run'

/** Jobs of automation: name → payload (ids only). */
declare module '../../core/jobs/job' {
  interface Jobs {
    'campaign.flow': { ticketId: number; flowId: number }
    'bot.turn': { ticketId: number; messageId: number }
    'bot.files': { ticketId: number; messageId: number; optionId: number }
    'bot.program': { ticketId: number }
    'flow.run': { ticketId: number }
    'flow.replay': { replayId: number }
    'flow.call': { ticketId: number }
    'ticket.expire': { ticketId: number }
    'ticket.warn': { ticketId: number }
    'ticket.autoTransfer': { ticketId: number }
  }
}

/** Name → handler. */
export const automationJobs = {
  'campaign.flow': startByCampaign,
  'bot.turn': runBotTurn,
  'bot.files': sendOptionFiles,
  'flow.run': runFlow,
  'flow.replay': runReplay,
  'flow.call': callForFlow,
  'bot.program': runProgram(programs),
  'ticket.expire': expireTicket,
  'ticket.warn': warnOfExpiry,
  'ticket.autoTransfer': transferUnassigned,
} satisfies Partial<JobHandlers>
