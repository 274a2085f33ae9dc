import type { proto } from '@whiskeysockets/baileys'

type Field = keyof proto.IMessage

/** Fields that people see as a message; content.ts has a reader for each, or a placeholder stands in its place. */
const shown = [
  'conversation',
  'imageMessage',
  'contactMessage',
  'locationMessage',
  'extendedTextMessage',
  'documentMessage',
  'audioMessage',
  'videoMessage',
  'call',
  'contactsArrayMessage',
  'highlyStructuredMessage',
  'sendPaymentMessage',
  'liveLocationMessage',
  'requestPaymentMessage',
  'declinePaymentRequestMessage',
  'cancelPaymentRequestMessage',
  'templateMessage',
  'stickerMessage',
  'groupInviteMessage',
  'templateButtonReplyMessage',
  'productMessage',
  'listMessage',
  'orderMessage',
  'listResponseMessage',
  'invoiceMessage',
  'buttonsMessage',
  'buttonsResponseMessage',
  'paymentInviteMessage',
  'interactiveMessage',
  'interactiveResponseMessage',
  'pollCreationMessage',
  'requestPhoneNumberMessage',
  'pollCreationMessageV2',
  'scheduledCallCreationMessage',
  'pollCreationMessageV3',
  'ptvMessage',
  'callLogMesssage',
  'bcallMessage',
  'eventMessage',
  'commentMessage',
  'newsletterAdminInviteMessage',
  'placeholderMessage',
  'stickerPackMessage',
  'pollResultSnapshotMessage',
  'richResponseMessage',
  'statusQuestionAnswerMessage',
  'questionResponseMessage',
  'statusQuotedMessage',
  'pollCreationMessageV5',
  'newsletterFollowerInviteMessageV2',
  'pollResultSnapshotMessageV3',
] as const satisfies Field[]

/** Fields with another message inside, which is read in their place. */
export const wrappers = [
  'deviceSentMessage',
  'ephemeralMessage',
  'viewOnceMessage',
  'viewOnceMessageV2',
  'viewOnceMessageV2Extension',
  'documentWithCaptionMessage',
  'editedMessage',
  'associatedChildMessage',
  'groupMentionedMessage',
  'botInvokeMessage',
  'lottieStickerMessage',
  'groupStatusMessage',
  'groupStatusMessageV2',
  'limitSharingMessage',
  'botForwardedMessage',
  'eventCoverImage',
  'pollCreationOptionImageMessage',
  'pollCreationMessageV4',
  'questionMessage',
  'questionReplyMessage',
] as const satisfies Field[]

/** Fields that change a message shown earlier; inbound.ts reads them. */
const events = [
  'protocolMessage',
  'reactionMessage',
  'encReactionMessage',
  'pollUpdateMessage',
  'encEventResponseMessage',
  'encCommentMessage',
  'secretEncryptedMessage',
  'scheduledCallEditMessage',
] as const satisfies Field[]

/** Fields of which deliberately nothing is shown, each with the reason. */
export const hidden = {
  senderKeyDistributionMessage: 'a key of the group',
  fastRatchetKeySenderKeyDistributionMessage: 'a key of the group',
  messageContextInfo: 'data about the message beside it',
  chat: 'the address of a chat; no version of WhatsApp sends it as a message',
  stickerSyncRmrMessage: 'devices of one account compare their stickers',
  messageHistoryBundle: 'earlier messages of a group for a new member',
  messageHistoryNotice: 'the notice of such a bundle',
  keepInChatMessage: 'keeps a message in a chat with a timer; here all messages are kept',
  pinInChatMessage: 'pins a message that is in the conversation already',
  albumMessage: 'the number of pictures that follow, each as a message of its own',
  botTaskMessage: "a task of Meta's assistant in the account of one person",
  statusMentionMessage: 'a story; stories are not part of conversations',
  groupStatusMentionMessage: 'a story; stories are not part of conversations',
  statusAddYours: 'a story; stories are not part of conversations',
  statusNotificationMessage: 'an event about a story',
  statusStickerInteractionMessage: 'an event about a story',
} as const satisfies Partial<Record<Field, string>>

/** Types of `protocolMessage` by their names: a change that is applied, or the reason why nothing is shown. */
export const protocolTypes = {
  REVOKE: 'event',
  EPHEMERAL_SETTING: 'event',
  MESSAGE_EDIT: 'event',
  EPHEMERAL_SYNC_RESPONSE: 'timers of chats, for devices of the account',
  HISTORY_SYNC_NOTIFICATION: 'the recent history (history/)',
  APP_STATE_SYNC_KEY_SHARE: 'keys between devices of the account',
  APP_STATE_SYNC_KEY_REQUEST: 'keys between devices of the account',
  MSG_FANOUT_BACKFILL_REQUEST: 'a request between devices of the account',
  INITIAL_SECURITY_NOTIFICATION_SETTING_SYNC: 'a setting of the account',
  APP_STATE_FATAL_EXCEPTION_NOTIFICATION: 'a failure of a device of the account',
  SHARE_PHONE_NUMBER: 'the number of a hidden identity, which Baileys reports as a pair',
  PEER_DATA_OPERATION_REQUEST_MESSAGE: 'a request between devices of the account',
  PEER_DATA_OPERATION_REQUEST_RESPONSE_MESSAGE: 'messages requested from the phone, which Baileys passes on',
  REQUEST_WELCOME_MESSAGE: 'a phone asks for the greeting that a business has set on its phone',
  BOT_FEEDBACK_MESSAGE: "an opinion about an answer of Meta's assistant",
  MEDIA_NOTIFY_MESSAGE: 'a file that is ready on the media host',
  CLOUD_API_THREAD_CONTROL_NOTIFICATION: 'which program of the official channel answers',
  LID_MIGRATION_MAPPING_SYNC: 'pairs of number and LID, which Baileys stores',
  REMINDER_MESSAGE: 'a reminder that one person set for themselves',
  BOT_MEMU_ONBOARDING_MESSAGE: "a setting of Meta's assistant",
  STATUS_MENTION_MESSAGE: 'a story; stories are not part of conversations',
  STOP_GENERATION_MESSAGE: "a request to Meta's assistant",
  LIMIT_SHARING: 'a setting of the chat on the phone',
  AI_PSI_METADATA: "data for Meta's assistant",
  AI_QUERY_FANOUT: "data for Meta's assistant",
  GROUP_MEMBER_LABEL_CHANGE: 'a label of a member of a group',
} as const satisfies Record<keyof typeof proto.Message.ProtocolMessage.Type, string>

/** Highest number of a type in `protocolTypes`; WhatsApp gives new types higher ones. */
export const latestProtocolType = 30

/** Treatment of a field of `Message`. */
type Fate = 'shown' | 'wrapper' | 'event' | 'hidden'

const all = (fields: readonly Field[], fate: Fate) => fields.map((field): [string, Fate] => [field, fate])

/** Fate of every field of `Message`; a test compares the list with the schema of the installed Baileys. */
export const fateOf: ReadonlyMap<string, Fate> = new Map([
  ...all(shown, 'shown'),
  ...all(wrappers, 'wrapper'),
  ...all(events, 'event'),
  ...all(Object.keys(hidden) as Field[], 'hidden'),
])

/** Fields that accompany content of any kind: data about it, and the keys of a group. */
export const accompanying: ReadonlySet<string> = new Set([
  'messageContextInfo',
  'senderKeyDistributionMessage',
  'fastRatchetKeySenderKeyDistributionMessage',
])
