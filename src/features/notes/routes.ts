import { Elysia, t } from 'elysia'
import { type Auth, guard, idParams as params } from '../../core/http'
import { answers, Deleted, paged } from '../openapi/model'
import { NewNote, NoteQuery, TicketNote } from './model'
import { createNote, deleteNote, listNotes } from './service'

export const noteRoutes = (auth: Auth) =>
  new Elysia({ prefix: '/ticket-notes' })
    .use(guard(auth))
    .get('/list', ({ scope, query }) => listNotes(scope, query), {
      auth: true,
      query: NoteQuery,
      detail: answers(t.Object({ notes: t.Array(TicketNote), ...paged })),
    })
    .post('/', ({ scope, body }) => createNote(scope, body), { auth: true, body: NewNote, detail: answers(TicketNote) })
    .delete('/:id', ({ scope, params }) => deleteNote(scope, params.id), {
      auth: true,
      params,
      detail: answers(Deleted),
    })
