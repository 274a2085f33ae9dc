import type { StoredDetail } from '../read/read'

const answers = ['going', 'maybe', 'notGoing']

/** Choices that the message takes: ids of the options of a poll, answers to an event. */
export const choicesOf = ({ poll, event }: StoredDetail): ReadonlySet<string> =>
  new Set(poll ? poll.options.map(({ id }) => id) : event ? answers : [])

/** The detail with the numbers of its votes; undefined for a message that takes none. */
export function recounted(detail: StoredDetail): StoredDetail | undefined {
  const { poll, event, votes = {} } = detail
  const counts = new Map<string, number>()
  for (const { choices } of Object.values(votes))
    for (const choice of new Set(choices)) counts.set(choice, (counts.get(choice) ?? 0) + 1)
  const count = (choice: string) => counts.get(choice) ?? 0
  if (poll) {
    const known = choicesOf(detail)
    const voters = Object.values(votes).filter(({ choices }) => choices.some((choice) => known.has(choice))).length
    const options = poll.options.map((option) => ({ ...option, votes: count(option.id) }))
    return { ...detail, poll: { ...poll, options, voters } }
  }
  const sums = { going: count('going'), maybe: count('maybe'), notGoing: count('notGoing') }
  return event && { ...detail, event: { ...event, ...sums } }
}
