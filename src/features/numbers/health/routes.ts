import { Elysia, t } from 'elysia'
import { documentResponse } from '../../../core/http/documented-response'
import { type Auth, guard } from '../../../core/http/guard'
import { idParams as params } from '../../../core/http/schemas'
import { alertMailsOf, listAlerts, setAlertMails } from './alerts'
import { AlertMails, AlertMailsInput, HealthQuery, NumberAlert, NumberHealth, Pause, PauseInput } from './model'
import { pauseCampaigns } from './pause'
import { getNumberHealth } from './report'

export const numberHealthRoutes = (auth: Auth) =>
  new Elysia()
    .use(guard(auth))
    .get('/whatsapp/:id/health', ({ scope, params, query }) => getNumberHealth(scope, params.id, query), {
      can: 'connection:edit',
      params,
      query: HealthQuery,
      detail: documentResponse(NumberHealth),
    })
    .get('/alerts', async ({ scope }) => ({ alerts: await listAlerts(scope) }), {
      can: 'connection:edit',
      detail: documentResponse(t.Object({ alerts: t.Array(NumberAlert) })),
    })
    .get('/alerts/mails', ({ scope }) => alertMailsOf(scope), {
      can: 'connection:edit',
      detail: documentResponse(AlertMails),
    })
    .put('/alerts/mails', ({ scope, body }) => setAlertMails(scope, body.mails), {
      can: 'connection:edit',
      body: AlertMailsInput,
      detail: documentResponse(AlertMails),
    })
    .put('/whatsapp/:id/pause', ({ scope, params, body }) => pauseCampaigns(scope, params.id, body.days), {
      can: 'connection:edit',
      params,
      body: PauseInput,
      detail: documentResponse(Pause),
    })
