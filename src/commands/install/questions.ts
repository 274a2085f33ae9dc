import { createInterface } from 'node:readline/promises'
import { UserError } from '../../core/user-error'
import type { Answers } from './environment-text'

/** Answers from options, and from a person for those that are missing. @throws UserError without a terminal */
export async function answersOf(values: ReadonlyMap<string, string>): Promise<Answers> {
  const [address, mail] = [values.get('--address'), values.get('--mail')]
  if (address !== undefined) return { address, mail: mail ?? '' }
  if (!process.stdin.isTTY)
    throw new UserError('there is no terminal to ask at; add --address https://atendimento.example')
  const lines = createInterface({ input: process.stdin, output: process.stdout })
  try {
    const given = await lines.question('Address that people open (such as https://atendimento.example): ')
    const server = mail ?? (await lines.question('Mail server (smtps://user:password@host; empty for none): '))
    return { address: given.trim(), mail: server.trim() }
  } finally {
    lines.close()
  }
}
