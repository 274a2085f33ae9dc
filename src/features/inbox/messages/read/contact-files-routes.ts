import { Elysia } from 'elysia'
import { documentResponse } from '../../../../core/http/documented-response'
import { type Auth, guard } from '../../../../core/http/guard'
import { idParams as params } from '../../../../core/http/schemas'
import { OfContactQuery } from '../../../contacts/contacts/model'
import { FilesOfContact } from '../model'
import { listFilesOf } from './contact-files'

export const contactFileRoutes = (auth: Auth) =>
  new Elysia({ prefix: '/contacts' })
    .use(guard(auth))
    .get('/:id/media', ({ scope, params, query }) => listFilesOf(scope, params.id, query), {
      auth: true,
      params,
      query: OfContactQuery,
      detail: documentResponse(FilesOfContact),
    })
