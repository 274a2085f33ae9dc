import { limits } from '../../../../src/shared/limits'
import { me } from '../../../lib/session'

/** First names of the signed-in user and the members, such as `Ana, Bia`, cut to the length of a title. */
export function titleFromMembers(ids: number[], people: readonly { id: number; name: string }[]): string {
  const members = people.filter(({ id }) => ids.includes(id) || id === me.peek()?.id)
  return members
    .map(({ name }) => name.trim().split(/\s/, 1)[0])
    .join(', ')
    .slice(0, limits.chatTitle.max)
}
