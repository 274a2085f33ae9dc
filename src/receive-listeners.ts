import { botListener } from './features/automation/bot/bot-listener'
import { ratingListener } from './features/automation/bot/rating-answer'
import { campaignAnswerListener } from './features/campaigns/answers/answer-campaign'
import { optOutListener } from './features/campaigns/opt-outs/opt-out-listener'
import { linkPreviewListener } from './features/inbox/messages/link/link-preview'
import { mediaListener } from './features/inbox/messages/receive/fetch-media'
import type { ReceiveListener } from './features/inbox/messages/receive/listener'
import { notificationListener } from './features/inbox/notifications/message-listener'
import { adListener } from './features/inbox/tickets/ad-listener'

/** Features that look at each received message, in order: a word of opt-out comes before a rating and the robot. */
export const receiveListeners: readonly ReceiveListener[] = [
  adListener,
  optOutListener,
  ratingListener,
  campaignAnswerListener,
  botListener,
  mediaListener,
  linkPreviewListener,
  notificationListener,
]
