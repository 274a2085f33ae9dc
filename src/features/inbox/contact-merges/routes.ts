import { Elysia } from 'elysia'
import { documentResponse } from '../../../core/http/documented-response'
import { type Auth, guard } from '../../../core/http/guard'
import { idParams as params } from '../../../core/http/schemas'
import { keepApart, listDuplicates } from './duplicates'
import { listMerges, mergeContactsByHand } from './merge-by-person'
import { DistinctPair, DuplicatePage, DuplicateQuery, MergeInput, MergeList, MergeResult, MergeUndone } from './model'
import { undoMerge } from './undo-merge'

export const contactMergeRoutes = (auth: Auth) =>
  new Elysia({ prefix: '/contacts' })
    .use(guard(auth))
    .get('/duplicates', ({ scope, query }) => listDuplicates(scope, query.cursor), {
      can: 'contact:merge',
      query: DuplicateQuery,
      detail: documentResponse(DuplicatePage),
    })
    .post('/:id/distinct', ({ scope, params, body }) => keepApart(scope, params.id, body.otherId), {
      can: 'contact:merge',
      params,
      body: MergeInput,
      detail: documentResponse(DistinctPair),
    })
    .post('/merges/:id/undo', ({ scope, params }) => undoMerge(scope, params.id), {
      can: 'contact:merge',
      params,
      detail: documentResponse(MergeUndone),
    })
    .get('/:id/merges', ({ scope, params }) => listMerges(scope, params.id), {
      can: 'contact:merge',
      params,
      detail: documentResponse(MergeList),
    })
    .post('/:id/merge', ({ scope, params, body }) => mergeContactsByHand(scope, params.id, body.otherId), {
      can: 'contact:merge',
      params,
      body: MergeInput,
      detail: documentResponse(MergeResult),
    })
