import { createHash } from 'node:crypto'
import type { proto } from '@whiskeysockets/baileys'
import { addPlace } from './business-content'
import { clean, plannedTime, toNumber } from './field-values'
import { TextLines } from './text-lines'

/** Options of a poll that are kept, and characters of one; WhatsApp allows 12 of 100. */
const maxOptions = 100
const maxOption = 255

/** Name of an option in votes: the start of its SHA-256, which a voter sends in place of the text. */
export const optionId = (hash: Uint8Array) => Buffer.from(hash).subarray(0, 8).toString('hex')

/** Text and facts of a poll; votes come later (`InboundVote`). */
export function pollContent({ name, options }: proto.Message.IPollCreationMessage) {
  const kept = (options ?? []).slice(0, maxOptions).map(({ optionName }) => ({
    id: optionId(
      createHash('sha256')
        .update(optionName ?? '')
        .digest(),
    ),
    name: clean(optionName, maxOption).trim(),
    votes: 0,
  }))
  const left = (options ?? []).length - kept.length
  const lines = new TextLines().add(name)
  lines.each(kept, (option) => lines.add(option.name, '○ '))
  if (left > 0) lines.add(`… (+${left})`)
  const question = new TextLines().add(name).toString()
  return { body: lines.toString(), detail: { poll: { question, options: kept, voters: 0 } } }
}

/** Text of the result of a poll in a channel or group, with the votes of each option. */
export function resultText({ name, pollVotes }: proto.Message.IPollResultSnapshotMessage): string {
  const lines = new TextLines().add(name)
  return lines
    .each(pollVotes, ({ optionName, optionVoteCount }) => lines.link(optionName, String(toNumber(optionVoteCount))))
    .toString()
}

/** Text and facts of an event: name, description, place, link to join, times. */
export function eventContent(part: proto.Message.IEventMessage) {
  const { name, description, location, joinLink, startTime, endTime, isCanceled } = part
  const lines = new TextLines().add(name).add(description)
  if (location) addPlace(lines, location)
  const event = {
    startsAt: plannedTime(startTime),
    endsAt: plannedTime(endTime),
    ...(isCanceled ? { canceled: true } : {}),
    ...{ going: 0, maybe: 0, notGoing: 0 },
  }
  return { body: lines.add(joinLink).toString(), detail: { event } }
}
