import { Elysia } from 'elysia'
import { type Auth, guard, idParams as params } from '../../core/http'
import { NewNote, NoteQuery } from './model'
import { createNote, deleteNote, listNotes } from './service'

export const noteRoutes = (auth: Auth) =>
  new Elysia({ prefix: '/ticket-notes' })
    .use(guard(auth))
    .get('/list', ({ scope, query }) => listNotes(scope, query), { auth: true, query: NoteQuery })
    .post('/', ({ scope, body }) => createNote(scope, body), { auth: true, body: NewNote })
    .delete('/:id', ({ scope, params }) => deleteNote(scope, params.id), { auth: true, params })
