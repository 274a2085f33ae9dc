import type { Generated } from 'kysely'
import type { Language, Recurrence } from '../../../shared/enums'
import type { CompanyId, Flag, Owned, Owner } from '../schema'

/** Installation, plans, companies, and the provider's announcements, help videos and support grants. */
export interface ProviderTables {
  /** Values of the installation, such as the hash of the set-up link. */
  installation: { key: string; value: string }
  plans: {
    id: Generated<number>
    name: string
    users: number
    connections: number
    queues: number
    /** Devices on which a user may be logged in at the same time, if the company allows several. */
    devices: Generated<number>
    /** Integer cents of BRL for one recurrence period. */
    value: number
    useCampaigns: Flag
    useSchedules: Flag
    useInternalChat: Flag
    useExternalApi: Flag
    useKanban: Flag
    useOpenAi: Flag
    useIntegrations: Flag
    isPublic: Flag
    createdAt: Generated<string>
    updatedAt: Generated<string>
  }
  companies: {
    id: Generated<CompanyId>
    name: string
    email: string
    phone: string
    planId: number
    status: Generated<Flag>
    dueDate: string
    /** Day of the month agreed on, 1 to 31, if `dueDate` fell on an earlier one in a shorter month; null: its own day. */
    billingDay: Generated<number | null>
    recurrence: Generated<Recurrence>
    campaignsEnabled: Generated<Flag>
    trialExpiration: string | null
    /** Plan that the company has chosen, in force after the day `nextPlanOn`; null for none. */
    nextPlanId: Generated<number | null>
    nextPlanOn: Generated<string | null>
    /** Differences of changes of plan that no paid invoice has contained yet, in integer cents of BRL. */
    owed: Generated<number>
    /** Time at which the company cancelled, and why; null while it has not. */
    cancelledAt: Generated<string | null>
    cancelReason: Generated<string>
    timeZone: Generated<string>
    language: Generated<Language>
    /** JSON of `Hours` in shared/hours.ts; the empty text means the default hours. */
    schedules: Generated<string>
    holidays: Generated<string>
    createdAt: Generated<string>
    updatedAt: Generated<string>
  }
  settings: { id: Generated<number>; companyId: Owner; key: string; value: string; updatedAt: Generated<string> }
  /** Help videos for every company; `video` is the id of a YouTube video. */
  helps: {
    id: Generated<number>
    title: string
    video: string
    description: Generated<string>
    createdAt: Generated<string>
    updatedAt: Generated<string>
  }
  /** Look of the product by host name; the empty host is for all without a row of their own. */
  looks: {
    id: Generated<number>
    host: string
    /** Name of the product; empty for Balcão. */
    name: Generated<string>
    /** `#rrggbb`; empty for the product's green. */
    color: Generated<string>
    supportText: Generated<string>
    supportEmail: Generated<string>
    /** Digits with the country's code. */
    supportPhone: Generated<string>
    supportUrl: Generated<string>
    updatedAt: string
  }
  look_pictures: {
    id: Generated<number>
    lookId: number
    kind: 'logo' | 'icon'
    /** Longest side in pixels. */
    side: number
    /** SHA-256 of the PNG in hexadecimal digits, which is in its address. */
    hash: string
    /** The PNG in base64. */
    content: string
  }
  /** Announcements to every company; owned by the company of the super user who wrote them. */
  announcements: Owned & {
    title: string
    text: string
    /** Title and text for search: lower case, without accents. */
    searchText: string
    /** 1 high, 2 medium, 3 low. */
    priority: Generated<1 | 2 | 3>
    status: Generated<Flag>
    mediaId: string | null
    /** Time at which it was last made visible; unread for users whose `seenAt` is older. */
    publishedAt: string
    /** Ids of the companies to which it goes, between commas (`,3,7,`); empty for all. */
    companies: Generated<string>
  }
  announcement_reads: { companyId: Owner; userId: number; seenAt: string }
  /** Periods in which a user of the provider may act in this company, with the reason. */
  support_grants: {
    id: Generated<number>
    companyId: Owner
    userId: number
    tokenId: number
    reason: string
    startedAt: string
    expiresAt: string
    endedAt: string | null
  }
  /** Figures of a company for lists of the provider, counted again every ten minutes. */
  company_figures: {
    companyId: Owner
    users: Generated<number>
    connections: Generated<number>
    queues: Generated<number>
    storedBytes: Generated<number>
    /** Largest share in percent of a limit of the plan, or of the room for files, that is used. */
    share: Generated<number>
    /** Time of the last message or visit of a user; empty for none. */
    activeAt: Generated<string>
  }
  /** Free space at the data of each process (`node` is its name), the last value of the day. */
  disk_days: { day: string; node: string; freeBytes: number; totalBytes: number }
  /** Super users who get the daily overview, at this hour of their company's time zone. */
  overview_mails: {
    companyId: Owner
    userId: number
    hour: number
    mail: Generated<Flag>
    /** Number to which the overview is sent by WhatsApp; empty for none. */
    phone: Generated<string>
    /** Connection of the super user's company that sends it. It may have been deleted. */
    whatsappId: number | null
    /** Day of the next overview. */
    plannedDay: string
    /** Day of the last overview by mail, and by WhatsApp; empty before the first. */
    mailedDay: Generated<string>
    toldDay: Generated<string>
  }
}
