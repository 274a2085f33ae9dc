import type { Caches } from './caches'
import type { Groups } from './groups'
import { isGroupJid, parseJid } from './jid'

/** Removes the device list of a person, or of all members of a group; the next message queries it again. */
export async function forgetDevices(devices: ReturnType<Caches['userDevices']['of']>, groups: Groups, jid: string) {
  const people = isGroupJid(jid) ? (await groups.get(jid))?.participants.map(({ id }) => id) : [jid]
  for (const person of people ?? []) devices.delete(parseJid(person)?.user ?? '')
}
