import { Elysia, t } from 'elysia'
import { type Auth, guard } from '../../../core/http/guard'
import { idParams as params } from '../../../core/http/schemas'
import { OwnMail, ReportChange, ReportInput, SavedReport, SavedReports } from './model'
import { listReports } from './read'
import { changeReport, createReport, deleteReport, setOwnMail } from './service'

/** Saved reports of the dashboard. */
export const reportRoutes = (auth: Auth) =>
  new Elysia({ prefix: '/dashboard/reports' })
    .use(guard(auth))
    .get('/', ({ scope }) => listReports(scope), { can: 'dashboard:view', response: SavedReports })
    .post('/', ({ scope, body }) => createReport(scope, body), {
      can: 'dashboard:view',
      lasting: true,
      body: ReportInput,
      response: SavedReport,
    })
    .put('/:id', ({ scope, params, body }) => changeReport(scope, params.id, body), {
      can: 'dashboard:view',
      lasting: true,
      params,
      body: ReportChange,
      response: SavedReport,
    })
    .put('/:id/mail', ({ scope, params, body }) => setOwnMail(scope, params.id, body.mails), {
      can: 'dashboard:view',
      params,
      body: OwnMail,
      response: SavedReport,
    })
    .delete('/:id', ({ scope, params }) => deleteReport(scope, params.id), {
      can: 'dashboard:view',
      params,
      response: t.Object({ id: t.Number() }),
    })
