interface SessionEntry {
  serialize(): unknown
}
interface Cipher {
  decryptWithSessions(data: Uint8Array, sessions: SessionEntry[]): Promise<unknown>
}

/**
 * Restores a session that cannot decrypt a message to its former state. libsignal advances the ratchet of each session
 * of a record before it checks the MAC. When a later session fits, it stores all of them, and those tried before can
 * decrypt nothing any more. This happens when a message of an older session arrives late, for example after a restart,
 * because Baileys then creates a new session with every contact.
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

/** Sets a session to its serialized state. The last session needs none: its failure stores nothing. */
function restore(session: SessionEntry, serialized: unknown) {
  const type = session.constructor as unknown as { deserialize(serialized: unknown): SessionEntry }
  for (const name of Object.keys(session)) Reflect.deleteProperty(session, name)
  Object.assign(session, type.deserialize(serialized))
}
