import { type Static, t } from 'elysia'
import { limits } from '../../../shared/limits'
import { Plan } from '../plans/model'

const parts = ['users', 'connections', 'queues'] as const

export const PlanQuote = t.Object({
  /** `now`: the plan begins at once. `next`: after the day `on`. */
  kind: t.UnionEnum(['now', 'next']),
  on: t.Nullable(t.String()),
  /** Difference for days paid already, or worked since the due date, in integer cents of BRL; a part of the next invoice. */
  cents: t.Number(),
})

/** A part of which the company uses more than a plan has. */
export const Exceeded = t.Object({ part: t.UnionEnum(parts), used: t.Number(), limit: t.Number() })
export type Exceeded = Static<typeof Exceeded>

/** A plan that the company may choose; the present one, while another is chosen, takes that choice back. */
export const PlanOffer = t.Composite([
  Plan,
  t.Object({ isCurrent: t.Boolean(), isNext: t.Boolean(), quote: PlanQuote, exceeded: t.Array(Exceeded) }),
])
export type PlanOffer = Static<typeof PlanOffer>

/** Plans, cheapest first. `next`: the plan chosen for the time after the day `on`. */
export const PlanOffers = t.Object({
  plans: t.Array(PlanOffer),
  next: t.Nullable(t.Object({ name: t.String(), on: t.String() })),
})
export type PlanOffers = Static<typeof PlanOffers>

/** `cents`: the difference that the person has seen. */
export const PlanChoice = t.Object({
  planId: t.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }),
  cents: t.Integer({ minimum: 0, maximum: limits.price.max }),
})
export type PlanChoice = Static<typeof PlanChoice>
