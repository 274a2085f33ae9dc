import { Elysia } from 'elysia'
import { type Auth, guard } from '../../../core/http/guard'
import { idParams as params } from '../../../core/http/schemas'
import { DeliveryPage, DeliveryQuery, SentAgain } from './model'
import { listDeliveries, type ReceiverKind, sendFailedAgain } from './receiver-log'

const access = { can: 'integration:edit', plan: 'useIntegrations' } as const

/** Routes of a receiver's log, below `/:id` of the receiver. */
export const deliveryRoutes = (auth: Auth, receivers: ReceiverKind) =>
  new Elysia()
    .use(guard(auth))
    .get('/:id/deliveries', ({ scope, params, query }) => listDeliveries(scope, receivers, params.id, query), {
      ...access,
      params,
      query: DeliveryQuery,
      response: DeliveryPage,
    })
    .post('/:id/deliveries/send', ({ scope, params }) => sendFailedAgain(scope, receivers, params.id), {
      ...access,
      params,
      response: SentAgain,
    })
