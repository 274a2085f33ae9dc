import * as accounts from './0001-accounts'
import * as connections from './0002-connections'
import * as conversations from './0003-conversations'
import * as ticketsMore from './0004-tickets-more'
import * as notes from './0005-notes'
import * as drafts from './0006-drafts'
import * as contacts from './0007-contacts'
import * as tags from './0008-tags'
import * as quickSchedules from './0009-quick-schedules'
import * as chatsPush from './0010-chats-push'
import * as search from './0011-search'
import * as audit from './0012-audit'
import * as usersMore from './0013-users-more'
import * as queuesHours from './0014-queues-hours'
import * as provider from './0015-provider'
import * as payments from './0016-payments'
import * as dashboard from './0017-dashboard'
import * as filesApi from './0018-files-api'
import * as privacy from './0019-privacy'
import * as mediaUsed from './0020-media-used'
import * as fairJobs from './0021-fair-jobs'
import * as ids from './0022-ids'
import * as plainNames from './0023-plain-names'
import * as bot from './0024-bot'
import * as ratings from './0025-ratings'
import * as timers from './0026-timers'
import * as integrations from './0027-integrations'
import * as programs from './0028-programs'
import * as robotTime from './0029-robot-time'
import * as prompts from './0030-prompts'
import * as deliveries from './0031-deliveries'
import * as optionFiles from './0032-option-files'
import * as flows from './0033-flows'
import * as integrationFailures from './0034-integration-failures'
import * as loopMark from './0035-loop-mark'
import * as flowPrograms from './0036-flow-programs'
import * as flowAnswers from './0037-flow-answers'
import * as flowSecrets from './0038-flow-secrets'
import * as deliveriesWaiting from './0039-deliveries-waiting'
import * as flowReplays from './0040-flow-replays'
import * as flowWelcomes from './0041-flow-welcomes'
import * as publishedFlowMedia from './0042-published-flow-media'
import * as flowFailures from './0043-flow-failures'
import * as flowCases from './0044-flow-cases'
import * as contactLists from './0045-contact-lists'
import * as campaigns from './0046-campaigns'
import * as optOuts from './0047-opt-outs'
import * as optOutRegister from './0048-opt-out-register'
import * as contactListCounts from './0049-contact-list-counts'
import * as numberHealth from './0050-number-health'
import * as flowsByHand from './0051-flows-by-hand'
import * as voices from './0052-voices'
import * as flowLogValues from './0053-flow-log-values'
import * as contactImports from './0054-contact-imports'
import * as numberAlerts from './0055-number-alerts'
import * as campaignRuns from './0056-campaign-runs'
import * as numberChecks from './0057-number-checks'
import * as campaignAnswers from './0058-campaign-answers'
import * as receivedPoints from './0059-received-points'
import * as loginFamilies from './0060-login-families'
import * as campaignCounts from './0061-campaign-counts'
import * as waiting from './0062-waiting'
import * as lastAuthor from './0063-last-author'
import * as listValidity from './0064-list-validity'
import * as companyKeys from './0065-company-keys'
import * as passkeys from './0066-passkeys'
import * as auditChain from './0067-audit-chain'
import * as ticketViews from './0068-ticket-views'
import * as schedulePlaces from './0069-schedule-places'
import * as devices from './0070-devices'
import * as outcomesAndSnooze from './0071-outcomes-and-snooze'
import * as messageTimes from './0072-message-times'
import * as team from './0073-team'
import * as invitations from './0074-invitations'
import * as laneNumber from './0075-lane-number'
import * as silentRuns from './0076-silent-runs'
import * as parkedKeys from './0077-parked-keys'

/**
 * All migrations in order. A compiled executable has no folder to scan; tests/migrations.test.ts checks that none is
 * missing.
 */
export const migrations = {
  '0001-accounts': accounts,
  '0002-connections': connections,
  '0003-conversations': conversations,
  '0004-tickets-more': ticketsMore,
  '0005-notes': notes,
  '0006-drafts': drafts,
  '0007-contacts': contacts,
  '0008-tags': tags,
  '0009-quick-schedules': quickSchedules,
  '0010-chats-push': chatsPush,
  '0011-search': search,
  '0012-audit': audit,
  '0013-users-more': usersMore,
  '0014-queues-hours': queuesHours,
  '0015-provider': provider,
  '0016-payments': payments,
  '0017-dashboard': dashboard,
  '0018-files-api': filesApi,
  '0019-privacy': privacy,
  '0020-media-used': mediaUsed,
  '0021-fair-jobs': fairJobs,
  '0022-ids': ids,
  '0023-plain-names': plainNames,
  '0024-bot': bot,
  '0025-ratings': ratings,
  '0026-timers': timers,
  '0027-integrations': integrations,
  '0028-programs': programs,
  '0029-robot-time': robotTime,
  '0030-prompts': prompts,
  '0031-deliveries': deliveries,
  '0032-option-files': optionFiles,
  '0033-flows': flows,
  '0034-integration-failures': integrationFailures,
  '0035-loop-mark': loopMark,
  '0036-flow-programs': flowPrograms,
  '0037-flow-answers': flowAnswers,
  '0038-flow-secrets': flowSecrets,
  '0039-deliveries-waiting': deliveriesWaiting,
  '0040-flow-replays': flowReplays,
  '0041-flow-welcomes': flowWelcomes,
  '0042-published-flow-media': publishedFlowMedia,
  '0043-flow-failures': flowFailures,
  '0044-flow-cases': flowCases,
  '0045-contact-lists': contactLists,
  '0046-campaigns': campaigns,
  '0047-opt-outs': optOuts,
  '0048-opt-out-register': optOutRegister,
  '0049-contact-list-counts': contactListCounts,
  '0050-number-health': numberHealth,
  '0051-flows-by-hand': flowsByHand,
  '0052-voices': voices,
  '0053-flow-log-values': flowLogValues,
  '0054-contact-imports': contactImports,
  '0055-number-alerts': numberAlerts,
  '0056-campaign-runs': campaignRuns,
  '0057-number-checks': numberChecks,
  '0058-campaign-answers': campaignAnswers,
  '0059-received-points': receivedPoints,
  '0060-login-families': loginFamilies,
  '0061-campaign-counts': campaignCounts,
  '0062-waiting': waiting,
  '0063-last-author': lastAuthor,
  '0064-list-validity': listValidity,
  '0065-company-keys': companyKeys,
  '0066-passkeys': passkeys,
  '0067-audit-chain': auditChain,
  '0068-ticket-views': ticketViews,
  '0069-schedule-places': schedulePlaces,
  '0070-devices': devices,
  '0071-outcomes-and-snooze': outcomesAndSnooze,
  '0072-message-times': messageTimes,
  '0073-team': team,
  '0074-invitations': invitations,
  '0075-lane-number': laneNumber,
  '0076-silent-runs': silentRuns,
  '0077-parked-keys': parkedKeys,
}
