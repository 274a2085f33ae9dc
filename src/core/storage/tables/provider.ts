import type { Generated } from 'kysely'
import type { Language, Recurrence } from '../../../shared/enums'
import type { CompanyId, Flag, Owned, Owner } from '../schema'

/** The installation, its plans and companies, and what the provider tells them. */
export interface ProviderTables {
  /** Facts about this installation itself, such as the hash of the set-up link. */
  installation: { key: string; value: string }
  plans: {
    id: Generated<number>
    name: string
    users: number
    connections: number
    queues: number
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
    recurrence: Generated<Recurrence>
    campaignsEnabled: Generated<Flag>
    trialExpiration: string | null
    timeZone: Generated<string>
    language: Generated<Language>
    /** JSON of `Hours` in shared/hours.ts; empty are the usual ones. */
    schedules: Generated<string>
    holidays: Generated<string>
    createdAt: Generated<string>
    updatedAt: Generated<string>
  }
  settings: { id: Generated<number>; companyId: Owner; key: string; value: string; updatedAt: Generated<string> }
  /** Videos that explain the product, for every company; `video` is a YouTube code. */
  helps: {
    id: Generated<number>
    title: string
    video: string
    description: Generated<string>
    createdAt: Generated<string>
    updatedAt: Generated<string>
  }
  /** The provider's word to every company; owned by the company whose super user wrote it. */
  announcements: Owned & {
    title: string
    text: string
    /** Title and text without accents, lower case: what search compares. */
    folded: string
    /** 1 high, 2 medium, 3 low. */
    priority: Generated<1 | 2 | 3>
    status: Generated<Flag>
    mediaId: string | null
    /** When it was last made visible: what is newer than one's last look is unread. */
    publishedAt: string
  }
  announcement_reads: { companyId: Owner; userId: number; seenAt: string }
  /** When the provider may act in this company, and why. */
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
