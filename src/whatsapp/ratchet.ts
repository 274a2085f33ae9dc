interface SessionEntry {
  serialize(): unknown
}
interface Cipher {
  decryptWithSessions(data: Uint8Array, sessions: SessionEntry[]): Promise<unknown>
}

/**
 * Puts a session back as it was when a message turns out not to be its own. libsignal steps the ratchet of each session
 * it tries and checks the MAC only then; as soon as another one fits, it stores them all, and the one tried in vain is
 * spoilt for good. That happens whenever a message of an older session comes late: after a restart, since Baileys then
 * builds a new session with every contact.
 */
export function keepOtherSessions(prototype: object) {
  const cipher = prototype as Cipher
  const { decryptWithSessions } = cipher
  cipher.decryptWithSessions = async function (data, sessions) {
    for (const session of sessions.slice(0, -1)) {
      const before = session.serialize()
      try {
        return await decryptWithSessions.call(this, data, [session])
      } catch {
        restore(session, before)
      }
    }
    return decryptWithSessions.call(this, data, sessions.slice(-1))
  }
}

/** What fails on the last session fails as a whole and is not stored, so that one needs no copy. */
function restore(session: SessionEntry, serialized: unknown) {
  const type = session.constructor as unknown as { deserialize(serialized: unknown): SessionEntry }
  for (const name of Object.keys(session)) Reflect.deleteProperty(session, name)
  Object.assign(session, type.deserialize(serialized))
}
