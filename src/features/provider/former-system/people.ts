import { allTicket } from '../../../shared/enums'
import { limits } from '../../../shared/limits'
import { palette } from '../../../shared/palette'
import { foldText } from '../../../shared/text'
import type { DumpRow } from './dump'
import type { FormerCompany } from './gathered'
import type { Losses } from './losses'
import { NewIds } from './new-ids'
import { flagOf, idOf, isEmail, lineOf, textOf, timeOf } from './values'

/** Line of the archive: a row with the columns of the table here. */
export type Line = Record<string, string | number | null>

/** Holders of a company's conversations: people, queues, numbers and tags, with the new ids of their rows. */
export interface People {
  lines: {
    queues: Line[]
    users: Line[]
    user_queues: Line[]
    connections: Line[]
    connection_queues: Line[]
    tags: Line[]
  }
  queues: NewIds
  users: NewIds
  connections: NewIds
  tags: NewIds
}

const usualColor = palette[0]?.color as string

/** Queues, people, connections and tags; two of a name become one, except people, whose e-mail tells them apart. */
export function convertPeople({ rows }: FormerCompany, losses: Losses, isTaken: (email: string) => boolean): People {
  const [queues, users, connections, tags] = [new NewIds(), new NewIds(), new NewIds(), new NewIds()]
  return {
    queues,
    users,
    connections,
    tags,
    lines: {
      queues: byName(rows.Queues, queues, limits.name, toQueue),
      users: withAdmin(
        rows.Users.flatMap((row) => toUser(row, users, losses, isTaken)),
        users,
        losses,
      ),
      user_queues: pairs(rows.UserQueues, ['userId', users], ['queueId', queues]),
      connections: byName(rows.Whatsapps, connections, limits.connectionName, toConnection),
      connection_queues: pairs(rows.WhatsappQueues, ['whatsappId', connections], ['queueId', queues]),
      tags: byName(rows.Tags, tags, limits.tagName, toTag),
    },
  }
}

type Named = (row: DumpRow, name: string, place: number) => Line

/** Rows with a name that is unique here, in any spelling of capitals and accents; a short one is made longer. */
function byName(rows: DumpRow[], ids: NewIds, { min, max }: { min: number; max: number }, convert: Named): Line[] {
  const taken = new Map<string, number>()
  return rows.flatMap((row) => {
    const former = idOf(row, 'id')
    const name = lineOf(textOf(row, 'name'), max, 'Sem nome').padEnd(min, '.')
    const known = taken.get(foldText(name))
    if (known !== undefined) {
      if (former !== null) ids.share(former, known)
      return []
    }
    const id = ids.take(former)
    taken.set(foldText(name), id)
    return [{ id, ...convert(row, name, id) }]
  })
}

const colorOf = (row: DumpRow) => {
  const color = textOf(row, 'color').trim().toLowerCase()
  return /^#([0-9a-f]{3}|[0-9a-f]{6})$/.test(color) ? color : usualColor
}
const messageOf = (row: DumpRow, ...names: string[]) => textOf(row, ...names).slice(0, limits.automaticText.max)

const toQueue: Named = (row, name, place) => ({
  name,
  color: colorOf(row),
  orderQueue: place - 1,
  greetingMessage: messageOf(row, 'greetingMessage'),
  outOfHoursMessage: messageOf(row, 'outOfHoursMessage', 'absenceMessage'),
})

const toConnection: Named = (row, name, place) => ({
  name,
  isDefault: place === 1 ? 1 : 0,
  greetingMessage: messageOf(row, 'greetingMessage'),
  complationMessage: messageOf(row, 'complationMessage', 'farewellMessage'),
  outOfHoursMessage: messageOf(row, 'outOfHoursMessage'),
  ratingMessage: messageOf(row, 'ratingMessage'),
})

const toTag: Named = (row, name) => ({
  name,
  searchText: foldText(name),
  color: colorOf(row),
  kanban: flagOf(row, 'kanban') ? 1 : 0,
})

/** A person, who signs in after choosing a new password. Left out without an e-mail that is free here. */
function toUser(row: DumpRow, ids: NewIds, losses: Losses, isTaken: (email: string) => boolean): Line[] {
  const address = textOf(row, 'email').trim().toLowerCase()
  if (!isEmail(address)) {
    losses.add('emailInvalid')
    return []
  }
  if (isTaken(address)) {
    losses.add('emailTaken')
    return []
  }
  const profile = textOf(row, 'profile')
  return [
    {
      id: ids.take(idOf(row, 'id')),
      name: lineOf(textOf(row, 'name'), limits.name.max, address.split('@')[0]).padEnd(limits.name.min, '.'),
      email: address,
      profile: profile === 'admin' || profile === 'supervisor' ? profile : 'user',
      allTicket: textOf(row, 'allTicket').startsWith('enable') ? allTicket.enabled : allTicket.disabled,
      createdAt: timeOf(row, 'createdAt', new Date().toISOString()),
    },
  ]
}

/** The people with at least one admin: the first becomes one, or one is made whom the provider gives an address. */
function withAdmin(people: Line[], ids: NewIds, losses: Losses): Line[] {
  if (people.some(({ profile }) => profile === 'admin')) return people
  const [first, ...others] = people
  losses.add(first ? 'adminPromoted' : 'adminMade')
  if (first) return [{ ...first, profile: 'admin' }, ...others]
  const email = `admin-${crypto.randomUUID()}@import.invalid`
  return [{ id: ids.take(null), name: 'Administrador', email, profile: 'admin' }]
}

/** Rows of two ids, each pair once; pairs with a row that is left out are none. */
export function pairs(rows: DumpRow[], ...columns: [name: string, ids: NewIds][]): Line[] {
  const taken = new Set<string>()
  return rows.flatMap((row) => {
    const line = Object.fromEntries(columns.map(([name, ids]) => [name, ids.of(idOf(row, name))]))
    const key = Object.values(line).join()
    if (Object.values(line).includes(null) || taken.has(key)) return []
    taken.add(key)
    return [line]
  })
}
