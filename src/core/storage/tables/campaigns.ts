import type { Generated } from 'kysely'
import type { CampaignBasis, CampaignStatus, MediaType, OptOutSource, RecipientState } from '../../../shared/enums'
import type { Owned, Owner } from '../schema'

/** Campaigns, the pace of each number, and people who want no campaigns. */
export interface CampaignTables {
  campaigns: Owned & {
    name: string
    searchText: string
    status: Generated<CampaignStatus>
    /** Error code or word for a cancelled campaign; null when a person cancelled it. */
    reason: string | null
    /** Null until a person states it; required to start. */
    basis: CampaignBasis | null
    whatsappId: number | null
    /** Recipients: a list or the contacts with a tag. */
    contactListId: number | null
    tagId: number | null
    fileListId: number | null
    mediaId: string | null
    message1: Generated<string>
    message2: Generated<string>
    message3: Generated<string>
    message4: Generated<string>
    message5: Generated<string>
    /** Author. */
    userId: number | null
    scheduledAt: string | null
    startedAt: string | null
    completedAt: string | null
    /** Flow that starts when a recipient answers; it may be deleted since. */
    flowId: number | null
    /** Time at which all recipients were read; nothing is sent before. */
    preparedAt: string | null
    /** Last row of the list or tag that was read. */
    preparedUpTo: Generated<number>
    recipientCount: Generated<number>
  }
  /** Later messages to recipients who did not answer. */
  campaign_steps: {
    id: Generated<number>
    companyId: Owner
    campaignId: number
    /** 1 to 3. */
    position: number
    /** Hours after the message before. */
    afterHours: number
    message: string
    /** A contact with this tag gets no further message. */
    endTagId: number | null
  }
  /** Recipients as they were when the campaign (step 0) or its later step started; kept for answers that come later. */
  campaign_recipients: {
    id: Generated<number>
    companyId: Owner
    campaignId: number
    step: Generated<number>
    number: string
    name: string
    jid: string
    /** 1 to 5: which of the messages. */
    variant: number
    /** Message with its variables filled. */
    text: string
    state: Generated<RecipientState>
    /** Error code or word for `failed`, `suppressed` and `invalid`. */
    reason: string | null
    attempts: Generated<number>
    /** Not sent before. */
    dueAt: string
    sentAt: string | null
    deliveredAt: string | null
    readAt: string | null
    answeredAt: string | null
    optedOutAt: string | null
    /** Ticket that the answer opened, or that was open when the message left. */
    ticketId: number | null
  }
  /** Numbers of recipients of a campaign, kept by triggers. */
  campaign_counts: {
    companyId: Owner
    campaignId: number
    step: number
    variant: number
    state: RecipientState
    /** Empty without a reason. */
    reason: string
    recipients: number
    delivered: number
    read: number
    answered: number
    optedOut: number
  }
  /** Results of a campaign by hour, kept by triggers; `hour` is the start of a UTC time: `2026-01-01T00`. */
  campaign_hours: {
    companyId: Owner
    campaignId: number
    hour: string
    sent: number
    delivered: number
    read: number
    answered: number
  }
  /** Messages to a recipient in their order: text or media, text of the file list, its files. */
  campaign_parts: {
    id: Generated<number>
    companyId: Owner
    recipientId: number
    part: number
    whatsappId: number | null
    /** Id of WhatsApp, chosen before sending. */
    waId: string
    /** As in `messages`. */
    ack: Generated<number>
    error: string | null
    proto: Uint8Array | null
    /** Row of `messages`, where the part is shown in a conversation. */
    messageId: number | null
    /** Null for the recipient's text. */
    body: string | null
    mediaType: Generated<MediaType>
    /** File, which may be deleted since. */
    mediaId: string | null
    createdAt: string
  }
  /** Pace of campaign messages of a connection, over all campaigns. */
  cold_lanes: {
    companyId: Owner
    whatsappId: number
    nextSendAt: string | null
    /** Messages since the last longer pause. */
    sentInRow: Generated<number>
    failedInRow: Generated<number>
    backOffUntil: string | null
    /** Pause by a person. */
    pausedUntil: string | null
    /** Day since which the number is in use, as declared by a person. */
    numberSince: string | null
    /** Number of the linked phone to which age and pace belong. */
    number: Generated<string | null>
    /** Time at which this number was linked here; null for one that was linked before it was recorded. */
    linkedAt: Generated<string | null>
  }
  /** Campaign messages of a number that left within the last day; caps count them. */
  cold_sends: { id: Generated<number>; companyId: Owner; whatsappId: number; at: string }
  campaign_settings: { id: Generated<number>; companyId: Owner; key: string; value: string }
  /** Register of people who want no campaigns. */
  opt_outs: {
    id: Generated<number>
    companyId: Owner
    /** Digits as in `contacts.number`. */
    number: string
    source: OptOutSource
    /** Word that the customer sent. */
    word: Generated<string>
    whatsappId: number | null
    campaignId: number | null
    /** Person who entered it. */
    userId: number | null
    at: string
    /** Reason that the person gave. */
    reason: Generated<string>
    /** Time of the text that confirmed it to the customer; null when none was sent. */
    confirmedAt: string | null
  }
  /** Erased people who want no campaigns. */
  erased_opt_outs: {
    id: Generated<number>
    companyId: Owner
    /** Keyed hash of the number. */
    subject: string
    at: string
  }
}
