import type { Scope } from '../../../../core/scope'
import { hot, type Tables } from '../../../../core/storage/tenant'
import type { BotMenus } from '../../../../shared/bot/turn-model'
import { readBotQueue } from '../read-rules'

const optionRows = (db: Tables) =>
  db.select('queue_options').select(['id', 'parentId', 'option', 'title', 'message', 'nextQueueId', 'fileListId'])

const optionById = hot<{ queueId: number; id: number }>()((db, p) =>
  optionRows(db).where('queueId', '=', p('queueId')).where('id', '=', p('id')),
)
const menuOf = hot<{ queueId: number; parentId: number }>()((db, p) =>
  optionRows(db)
    .where('queueId', '=', p('queueId'))
    .where('parentId', '=', p('parentId'))
    .orderBy('orderOption')
    .orderBy('id'),
)
const firstMenuOf = hot<{ queueId: number }>()((db, p) =>
  optionRows(db).where('queueId', '=', p('queueId')).where('parentId', 'is', null).orderBy('orderOption').orderBy('id'),
)

/** Reads queues and options from the database while a turn runs. */
export const storedMenus = (scope: Scope): BotMenus => ({
  queue: (id) => readBotQueue(scope, id),
  option: (queueId, id) => scope.db.first(optionById, { queueId, id }),
  options: (queueId, parentId) =>
    parentId === null ? scope.db.run(firstMenuOf, { queueId }) : scope.db.run(menuOf, { queueId, parentId }),
})
