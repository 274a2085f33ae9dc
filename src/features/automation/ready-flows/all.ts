import { appointment } from './flows/appointment'
import { lead } from './flows/lead'
import { openingHours } from './flows/opening-hours'
import { orderStatus } from './flows/order-status'
import { payment } from './flows/payment'
import { survey } from './flows/survey'
import { welcome } from './flows/welcome'
import type { ReadyFlow } from './ready-flow'

/** Ready-made flows in the order of the gallery. */
export const readyFlows: readonly ReadyFlow[] = [
  ...[welcome, openingHours, orderStatus, survey, lead, appointment, payment],
]
