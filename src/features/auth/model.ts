import { type Static, t } from 'elysia'
import { planFlags } from '../../shared/enums'
import { User } from '../users/model'

/** The signed-in person and company, as the interface needs them. */
export const Me = t.Composite([
  User,
  t.Object({
    company: t.Object({
      id: t.Number(),
      name: t.String(),
      dueDate: t.String(),
      timeZone: t.String(),
      settings: t.Array(t.Object({ key: t.String(), value: t.String() })),
      plan: t.Record(t.UnionEnum(planFlags), t.Boolean()),
    }),
  }),
])
export type Me = Static<typeof Me>

export const LoginAnswer = t.Object({ token: t.String(), user: Me })
export type LoginAnswer = Static<typeof LoginAnswer>
