import { BoundedMap } from './bounded-map'
import { newMessageId } from './content'
import { isGroupJid, parseJid, serverJid } from './jid'
import type { OwnerPhone } from './owner-phone'
import { type Stanza, stanza, unixSeconds } from './stanza'

/** Quota of chats with strangers. The server renews it by itself when a cycle is over. */
export interface NewChatQuota {
  total: number
  /** Default 0. */
  used?: number
  /** End of the cycle, milliseconds since the epoch; default: one cycle from now. */
  cycleEndsAt?: number
  /** Length of further cycles; default 30 days. */
  cycleMs?: number
  /** Shares of the total at which the two warnings come; default 0.7 and 0.9. WhatsApp publishes no figures. */
  warnings?: [first: number, second: number]
}

/** Reach-out time-lock: until its end, the account may write only where a chat exists. */
export interface TimeLock {
  /** Milliseconds since the epoch. */
  until: number
  /** Default BIZ_QUALITY; Baileys' `ReachoutTimelockEnforcementType` lists the kinds. */
  kind?: string
}

type CappingStatus = 'NONE' | 'FIRST_WARNING' | 'SECOND_WARNING' | 'CAPPED'

export interface NewChatsView {
  quota: { total: number; used: number; status: CappingStatus; cycleEndsAt: number } | null
  timeLock: Required<TimeLock> | null
  /** Number of people with whom the account has a chat. */
  chats: number
}

export interface StoredNewChats {
  chats: string[]
  quota?: Required<NewChatQuota>
  lock?: Required<TimeLock>
  reported: boolean
}

/** Code by which WhatsApp refuses the first message of a new chat. */
const refusal = '463'
const thirtyDays = 30 * 24 * 3_600_000
const maxChats = 200_000

/**
 * Limits on new chats of one account. A chat exists once the other person has written or a first message was accepted;
 * messages in it are never limited. Without limits nothing is refused and queries have no answer.
 */
export class NewChats {
  private chats = new BoundedMap<true>(maxChats)
  private quota?: Required<NewChatQuota>
  private lock?: Required<TimeLock>
  /** True once a limit was set: the account then also reports that it has none. */
  private reported = false
  private announced: CappingStatus = 'NONE'

  constructor(private readonly owner: OwnerPhone) {}

  /** Sets or removes the quota and notifies linked devices. */
  setQuota(quota: NewChatQuota | 'off') {
    const cycleMs = quota === 'off' ? 0 : (quota.cycleMs ?? thirtyDays)
    this.quota =
      quota === 'off'
        ? undefined
        : { used: 0, warnings: [0.7, 0.9], cycleEndsAt: Date.now() + cycleMs, ...withoutUndefined(quota), cycleMs }
    this.reported = true
    this.announceQuota()
  }

  /** Sets or lifts the time-lock and notifies linked devices. A lock that is over by time ends without a notice. */
  setTimeLock(lock: TimeLock | 'off') {
    this.lock = lock === 'off' ? undefined : { kind: 'BIZ_QUALITY', ...withoutUndefined(lock) }
    this.reported = true
    const data = { xwa2_notify_account_reachout_timelock: this.describeLock() }
    this.notify('NotificationUserReachoutTimelockUpdate', data)
  }

  /** Records that a chat with this person exists. */
  addChat(number: string) {
    if (!this.chats.has(number)) this.chats.set(number, true)
  }

  /** Decides about a message of a linked device: returns the error of its ack, or counts a new chat. */
  refusalOf({ attrs: { to = '', category } }: Stanza): string | undefined {
    if (category === 'peer' || isGroupJid(to) || to.endsWith('@broadcast') || to.endsWith('@newsletter')) return
    const person = this.owner.network.findPhone(to)
    const number = person?.number ?? parseJid(to).user
    if (person === this.owner || this.chats.has(number)) return
    this.renewCycle()
    if (this.activeLock || this.status === 'CAPPED') return refusal
    this.addChat(number)
    if (this.quota) {
      this.quota.used++
      if (this.status !== this.announced) this.announceQuota()
    }
    this.owner.network.markChanged()
    return
  }

  /** Ends the cycle now: the quota begins again. */
  endCycle() {
    if (!this.quota) return
    this.quota.cycleEndsAt = Math.min(this.quota.cycleEndsAt, Date.now())
    this.renewCycle()
  }

  view(): NewChatsView {
    this.renewCycle()
    const { quota, status } = this
    return {
      quota: quota ? { total: quota.total, used: quota.used, status, cycleEndsAt: quota.cycleEndsAt } : null,
      timeLock: this.activeLock ?? null,
      chats: this.chats.size,
    }
  }

  /** Answer to Baileys' `fetchNewChatMessageCap`; undefined for an account that never had a limit. */
  describeQuota() {
    this.renewCycle()
    if (!this.reported) return undefined
    if (!this.quota) return { capping_status: 'NONE' }
    const { total, used, cycleEndsAt, cycleMs } = this.quota
    return {
      total_quota: total,
      used_quota: used,
      cycle_start_timestamp: seconds(cycleEndsAt - cycleMs),
      cycle_end_timestamp: seconds(cycleEndsAt),
      server_sent_timestamp: unixSeconds(),
      ote_status: 'NOT_ELIGIBLE',
      mv_status: 'NOT_ELIGIBLE',
      capping_status: this.status,
    }
  }

  /** Answer to Baileys' `fetchAccountReachoutTimelock`; undefined for an account that never had a limit. */
  describeLock() {
    if (!this.reported) return undefined
    const lock = this.activeLock
    if (!lock) return { is_active: false, time_enforcement_ends: '0', enforcement_type: 'DEFAULT' }
    return { is_active: true, time_enforcement_ends: seconds(lock.until), enforcement_type: lock.kind }
  }

  snapshot(): StoredNewChats {
    return { chats: [...this.chats.keys()], quota: this.quota, lock: this.lock, reported: this.reported }
  }

  restore({ chats, ...limits }: StoredNewChats) {
    for (const number of chats) this.addChat(number)
    Object.assign(this, limits)
    this.announced = this.status
  }

  private get activeLock() {
    return this.lock && this.lock.until > Date.now() ? this.lock : undefined
  }

  private get status(): CappingStatus {
    if (!this.quota) return 'NONE'
    const { used, total, warnings } = this.quota
    if (used >= total) return 'CAPPED'
    if (used >= total * warnings[1]) return 'SECOND_WARNING'
    return used >= total * warnings[0] ? 'FIRST_WARNING' : 'NONE'
  }

  private renewCycle() {
    const now = Date.now()
    if (!this.quota || this.quota.cycleEndsAt > now) return
    const { cycleEndsAt, cycleMs } = this.quota
    this.quota.used = 0
    this.quota.cycleEndsAt = cycleEndsAt + cycleMs * (Math.floor((now - cycleEndsAt) / cycleMs) + 1)
    this.announceQuota()
  }

  /** Notifies linked devices of the quota, as WhatsApp does when its status changes. */
  private announceQuota() {
    this.announced = this.status
    const data = { xwa2_notify_new_chat_messages_capping_info_update: this.describeQuota() }
    this.notify('MessageCappingInfoNotification', data)
    this.owner.network.markChanged()
  }

  /** Queues a notification of type `mex`; devices that are offline receive it at their next login. */
  private notify(operation: string, data: object) {
    const attributes = { from: serverJid, type: 'mex', id: `mex-${newMessageId()}`, t: unixSeconds() }
    const update = stanza('update', { op_name: operation }, Buffer.from(JSON.stringify({ data })))
    this.owner.deliverToCompanions(stanza('notification', attributes, [update]))
  }
}

const seconds = (milliseconds: number) => String(Math.floor(milliseconds / 1000))

function withoutUndefined<T extends object>(input: T): T {
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined)) as T
}
