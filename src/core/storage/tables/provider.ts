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
}
