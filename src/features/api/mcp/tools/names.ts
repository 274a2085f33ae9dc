import { listUsers } from '../../../accounts/users/read'
import { listQueues } from '../../../automation/queues/service'
import { listAllTags } from '../../../contacts/tags/read'
import { defineTool, inputOf } from '../tool'

/** `list_names`: ids of queues, people and tags, which the other tools take. */
export const listNames = defineTool({
  name: 'list_names',
  title: 'List queues, people and tags',
  description: 'Returns queues, people and tags of the company with their ids, for filters, tags and transfers.',
  scope: 'read',
  readOnly: true,
  input: inputOf({}),
  async run({ scope }) {
    const [queues, people, tags] = await Promise.all([listQueues(scope), listUsers(scope), listAllTags(scope)])
    return {
      queues: queues.map(named),
      people: people.map(({ id, name, online, queueIds }) => ({ id, name, online, queueIds })),
      tags: tags.map(named),
    }
  },
})

const named = ({ id, name }: { id: number; name: string }) => ({ id, name })
