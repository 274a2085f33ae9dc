import * as baseline from './0078-baseline'
import * as billingDay from './0079-billing-day'
import * as passkeyChallenges from './0080-passkey-challenges'
import * as chatTimers from './0081-chat-timers'
import * as signUpStaysOpen from './0082-sign-up-stays-open'
import * as ticketAds from './0083-ticket-ads'
import * as numberAliases from './0084-number-aliases'
import * as contactImports from './0085-contact-imports'
import * as searchedNumbers from './0086-searched-numbers'
import * as robotLists from './0092-robot-lists'
import * as nextAnswers from './0093-next-answers'
import * as hoursOfDays from './0095-hours-of-days'
import * as chatContent from './0098-chat-content'
import * as scheduleRepetition from './0099-schedule-repetition'
import * as contactDuplicates from './0100-contact-duplicates'
import * as drainedNodes from './0101-drained-nodes'
import * as outcomeIndex from './0104-outcome-index'
import * as messageStars from './0105-message-stars'
import * as savedReports from './0107-saved-reports'
import * as morning from './0109-morning'
import * as apiKeys from './0110-api-keys'
import * as messageProposals from './0111-message-proposals'
import * as chargePages from './0112-charge-pages'
import * as reminders from './0113-reminders'
import * as looks from './0117-looks'
import * as proposalRequests from './0118-proposal-requests'
import * as invoiceClaims from './0119-invoice-claims'
import * as planChanges from './0120-plan-changes'
import * as announcementCompanies from './0121-announcement-companies'
import * as invoicePlanPrice from './0122-invoice-plan-price'

/**
 * All migrations in order. A compiled executable has no folder to scan; tests/migrations.test.ts checks that none is
 * missing.
 */
export const migrations = {
  '0078-baseline': baseline,
  '0079-billing-day': billingDay,
  '0080-passkey-challenges': passkeyChallenges,
  '0081-chat-timers': chatTimers,
  '0082-sign-up-stays-open': signUpStaysOpen,
  '0083-ticket-ads': ticketAds,
  '0084-number-aliases': numberAliases,
  '0085-contact-imports': contactImports,
  '0086-searched-numbers': searchedNumbers,
  '0092-robot-lists': robotLists,
  '0093-next-answers': nextAnswers,
  '0095-hours-of-days': hoursOfDays,
  '0098-chat-content': chatContent,
  '0099-schedule-repetition': scheduleRepetition,
  '0100-contact-duplicates': contactDuplicates,
  '0101-drained-nodes': drainedNodes,
  '0104-outcome-index': outcomeIndex,
  '0105-message-stars': messageStars,
  '0107-saved-reports': savedReports,
  '0109-morning': morning,
  '0110-api-keys': apiKeys,
  '0111-message-proposals': messageProposals,
  '0112-charge-pages': chargePages,
  '0113-reminders': reminders,
  '0117-looks': looks,
  '0118-proposal-requests': proposalRequests,
  '0119-invoice-claims': invoiceClaims,
  '0120-plan-changes': planChanges,
  '0121-announcement-companies': announcementCompanies,
  '0122-invoice-plan-price': invoicePlanPrice,
}
