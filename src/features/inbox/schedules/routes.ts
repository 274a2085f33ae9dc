import { Elysia, t } from 'elysia'
import { Deleted, documentResponse, pageFields } from '../../../core/http/documented-response'
import { type Auth, guard } from '../../../core/http/guard'
import { changeOf, idParams as params } from '../../../core/http/schemas'
import { listSchedules } from './list'
import { attachMedia, removeMedia, streamMedia } from './media'
import { Schedule, ScheduleInput, ScheduleQuery, SkipQuery } from './model'
import { pauseSchedule, resumeSchedule, skipOccurrence } from './pause'
import { getSchedule } from './read'
import { createSchedule, deleteSchedule, updateSchedule } from './service'

const plan = 'useSchedules'
const fileName = t.Object({ fileName: t.Optional(t.String({ maxLength: 1000 })) })

export const scheduleRoutes = (auth: Auth) =>
  new Elysia({ prefix: '/schedules' })
    .use(guard(auth))
    .get('/', ({ scope, query }) => listSchedules(scope, query), {
      plan,
      query: ScheduleQuery,
      detail: documentResponse(t.Object({ schedules: t.Array(Schedule), ...pageFields, count: t.Number() })),
    })
    .post('/', ({ scope, body }) => createSchedule(scope, body), {
      plan,
      body: ScheduleInput,
      detail: documentResponse(Schedule),
    })
    .get('/:id', ({ scope, params }) => getSchedule(scope, params.id), {
      plan,
      params,
      detail: documentResponse(Schedule),
    })
    .put('/:id', ({ scope, params, body }) => updateSchedule(scope, params.id, body), {
      plan,
      params,
      body: changeOf(ScheduleInput),
      detail: documentResponse(Schedule),
    })
    .delete('/:id', ({ scope, params }) => deleteSchedule(scope, params.id), {
      plan,
      params,
      detail: documentResponse(Deleted),
    })
    .post('/:id/pause', ({ scope, params }) => pauseSchedule(scope, params.id), {
      plan,
      params,
      detail: documentResponse(Schedule),
    })
    .post('/:id/resume', ({ scope, params }) => resumeSchedule(scope, params.id), {
      plan,
      params,
      detail: documentResponse(Schedule),
    })
    .post('/:id/skip', ({ scope, params, query }) => skipOccurrence(scope, params.id, query.sendAt), {
      plan,
      params,
      query: SkipQuery,
      detail: documentResponse(Schedule),
    })
    .put(
      '/:id/upload',
      ({ scope, params, query, request }) => streamMedia(scope, params.id, request.body, query.fileName),
      { plan, params, query: fileName, detail: documentResponse(Schedule), parse: 'none' },
    )
    .post('/:id/media-upload', ({ scope, params, body }) => attachMedia(scope, params.id, body.file), {
      plan,
      params,
      body: t.Object({ file: t.File() }),
      detail: documentResponse(Schedule),
    })
    .delete('/:id/media-upload', ({ scope, params }) => removeMedia(scope, params.id), {
      plan,
      params,
      detail: documentResponse(Schedule),
    })
