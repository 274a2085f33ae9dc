import type { ComponentType } from 'react'
import type { NodeKind } from '../../../../../src/shared/flow/node'
import { kindOf, type StoredNode } from '../../../../../src/shared/flow/read-node'
import { useValue } from '../../../../lib/use-value'
import { useEditor } from '../editor/editor'
import { ConditionForm } from './condition-form'
import { ContentForm } from './content-form'
import { EndForm } from './end-form'
import { IntervalForm } from './interval-form'
import { MediaForm } from './media-form'
import { MenuForm } from './menu-form'
import { MessageForm } from './message-form'
import type { NodeFormProps } from './node-dialog'
import { PromptNodeForm } from './prompt-node-form'
import { QuestionForm } from './question-form'
import { RandomizerForm } from './randomizer-form'
import { RequestForm } from './request-form'
import { SetForm } from './set-form'
import { TagForm } from './tag-form'
import { TicketForm } from './ticket-form'
import { TypebotForm } from './typebot-form'
import { UnknownForm } from './unknown-form'

/** Form of each kind; the start has none. */
const forms: Record<NodeKind, ComponentType<NodeFormProps> | null> = {
  ...{ start: null, message: MessageForm, interval: IntervalForm, content: ContentForm, menu: MenuForm },
  ...{ image: MediaForm, video: MediaForm, audio: MediaForm, randomizer: RandomizerForm, condition: ConditionForm },
  ...{ question: QuestionForm, ticket: TicketForm, typebot: TypebotForm, prompt: PromptNodeForm },
  ...{ request: RequestForm, tag: TagForm, set: SetForm, end: EndForm, unknown: UnknownForm },
}

/** Shows the form that the editor has open: a new node is appended, an edited one replaced by id. */
export function FormHost() {
  const editor = useEditor()
  const open = useValue(editor.openForm)
  const node = open && 'id' in open ? editor.node(open.id) : undefined
  const type = open && 'type' in open ? open.type : node?.type
  const Form = type === undefined ? undefined : forms[kindOf(type)]
  if (!open || !Form || type === undefined) return null
  const close = () => {
    editor.openForm.value = null
  }
  const save = (data: StoredNode['data']) => {
    if ('id' in open) editor.changeData(open.id, data)
    else reveal(editor.add({ type, data }, open.from))
    close()
  }
  const reveal = (id: string | undefined) => {
    if (id) editor.revealed.value = { id }
  }
  const key = 'id' in open ? open.id : type
  return <Form key={key} type={type} data={node?.data ?? {}} isNew={!node} onSave={save} onClose={close} />
}
