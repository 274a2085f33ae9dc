import { SessionCipher } from 'libsignal'

interface SessionEntry {
  serialize(): unknown
}
type Decrypt = (data: Uint8Array, sessions: SessionEntry[]) => Promise<unknown>

const { decryptWithSessions } = SessionCipher.prototype as unknown as { decryptWithSessions: Decrypt }

/**
 * Session cipher that leaves a session unchanged when a message does not belong to it, as real phones do. The
 * JavaScript libsignal advances the ratchet of each session before it checks the MAC, which breaks the other sessions.
 */
export class RestoringSessionCipher extends SessionCipher {
  async decryptWithSessions(data: Uint8Array, sessions: SessionEntry[]): Promise<unknown> {
    let failure: unknown
    for (const session of sessions) {
      const before = session.serialize()
      try {
        return await decryptWithSessions.call(this, data, [session])
      } catch (error) {
        failure = error
        restoreSession(session, before)
      }
    }
    throw failure ?? new Error('no session')
  }
}

function restoreSession(session: SessionEntry, serialized: unknown) {
  const type = session.constructor as unknown as { deserialize(serialized: unknown): SessionEntry }
  for (const name of Object.keys(session)) Reflect.deleteProperty(session, name)
  Object.assign(session, type.deserialize(serialized))
}
