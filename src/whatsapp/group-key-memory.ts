import type { SignalDataSet, SignalKeyStore } from '@whiskeysockets/baileys'

const memoryType = 'sender-key-memory'

/** By device JID, for the devices that have our key of a group. */
type Devices = SignalDataSet['sender-key-memory'] extends { [jid: string]: infer D } | undefined ? D : never

/**
 * The keys of one socket, with Baileys' record of the devices that have our key of a group. Baileys writes that record
 * before it sends the message with the key. Here the record is stored once WhatsApp has accepted the message. Otherwise
 * a process that ends in between sends the next messages without the key, and their recipients have to request copies,
 * which arrive out of order.
 */
export class GroupKeyMemory {
  /** Records of messages that WhatsApp has not accepted yet, by group JID. */
  private readonly unconfirmed = new Map<string, Devices>()

  constructor(private readonly stored: SignalKeyStore) {}

  readonly keys: SignalKeyStore = {
    get: async (type, ids) =>
      type === memoryType ? ((await this.readMemory(ids)) as never) : this.stored.get(type, ids),
    set: (data) => this.write(data),
  }

  /** Stores the record of a group after WhatsApp has accepted a message to it. */
  confirm(group: string) {
    const devices = this.unconfirmed.get(group)
    if (!devices) return
    this.unconfirmed.delete(group)
    void this.stored.set({ [memoryType]: { [group]: devices } })
  }

  /** Drops the record of a message that WhatsApp has not accepted; the next message contains the key again. */
  forget(group: string) {
    this.unconfirmed.delete(group)
  }

  /** Copies, because Baileys adds devices to what it reads. */
  private async readMemory(groups: string[]): Promise<Record<string, Devices>> {
    const stored = await this.stored.get(memoryType, groups)
    const devicesByGroup: Record<string, Devices> = {}
    for (const group of groups) {
      const devices = this.unconfirmed.get(group) ?? stored[group]
      if (devices) devicesByGroup[group] = { ...devices }
    }
    return devicesByGroup
  }

  /** Removed records are removed from the store at once. */
  private async write({ [memoryType]: records = {}, ...others }: SignalDataSet) {
    const removed = Object.entries(records).filter(([, devices]) => !devices)
    for (const [group, devices] of Object.entries(records))
      if (devices) this.unconfirmed.set(group, devices)
      else this.unconfirmed.delete(group)
    const data = removed.length > 0 ? { ...others, [memoryType]: Object.fromEntries(removed) } : others
    if (Object.keys(data).length > 0) await this.stored.set(data)
  }
}
