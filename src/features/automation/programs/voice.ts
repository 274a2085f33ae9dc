import type { PreparedFile } from '../../platform/media/prepare'
import type { ProgramAnswer } from './program'

/** Asks for the voice note of a text; null when there is none. */
type Speak = (text: string) => Promise<PreparedFile | null>

/**
 * The answer after its first message asked for a voice; null when that message wants none. Stored before the voice is
 * asked for: a process that ends during the request sends the text, so that no call is paid for twice.
 */
export function claimVoice({ says: [first, ...rest], ...answer }: ProgramAnswer): ProgramAnswer | null {
  return first?.voice === 'wanted' ? { ...answer, says: [{ ...first, voice: 'asked' }, ...rest] } : null
}

/** The answer whose first message, if it asked for a voice, has the voice note; its text alone without one. */
export async function withVoice(answer: ProgramAnswer, speak: Speak | null): Promise<ProgramAnswer> {
  const [first, ...rest] = answer.says
  if (first?.voice === undefined) return answer
  const { voice, ...say } = first
  const file = speak && (await speak(say.text))
  return { ...answer, says: [file ? { ...say, file } : say, ...rest] }
}
