import { batch, type ReadonlySignal, signal } from '@preact/signals-react'
import type { FlowWithContent } from '../../../../src/features/flows/model'
import type { AppError } from '../../../../src/shared/errors'
import { api, unwrapResponse } from '../../../lib/api'
import { asFailure } from '../../../lib/failure'
import { createEditor, type Editor } from './editor'
import { emptyFlow } from './flow-changes'

/** A flow on screen: the row of the server and the editor of its draft. */
export interface FlowDocument {
  id: number
  row: ReadonlySignal<FlowWithContent>
  editor: Editor
  /** True while a request saves or publishes. */
  isBusy: ReadonlySignal<boolean>
  /** Refusal of the last request that saves or publishes. */
  failure: ReadonlySignal<AppError | null>
  /** Stores the draft; `force` replaces a draft that another user saved since. Returns true on success. */
  save(force?: boolean): Promise<boolean>
  /** Stores the draft if it changed, and publishes it. Returns true on success. */
  publish(note: string): Promise<boolean>
  /** Applies an answer of the server that replaced the draft, such as a restored version. */
  receive(row: FlowWithContent): void
}

/** Loads a flow. @throws AppError */
export async function loadDocument(id: number): Promise<FlowDocument> {
  const { flow } = await unwrapResponse<{ flow: FlowWithContent }>(api.flowbuilder.flow({ id }).get())
  return createDocument(flow)
}

export function createDocument(loaded: FlowWithContent): FlowDocument {
  const { id } = loaded
  const row = signal(loaded)
  const isBusy = signal(false)
  const failure = signal<AppError | null>(null)
  const editor = createEditor(loaded.flow ?? emptyFlow())
  const { flow: content, saved } = editor
  const path = api.flowbuilder.flow({ id })

  /** Runs one request at a time. */
  const attempt = async (work: () => Promise<void>): Promise<boolean> => {
    if (isBusy.peek()) return false
    batch(() => {
      isBusy.value = true
      failure.value = null
    })
    try {
      await work()
      return true
    } catch (thrown) {
      failure.value = asFailure(thrown)
      return false
    } finally {
      isBusy.value = false
    }
  }
  const storeDraft = async (force: boolean) => {
    const sent = content.peek()
    const draftAt = force ? {} : { draftAt: row.peek().draftAt }
    const { flow } = await unwrapResponse<{ flow: FlowWithContent }>(path.draft.put({ ...sent, ...draftAt }))
    batch(() => {
      row.value = flow
      saved.value = sent
    })
  }

  return {
    ...{ id, row, editor, isBusy, failure },
    save: (force = false) => attempt(() => storeDraft(force)),
    publish: (note) =>
      attempt(async () => {
        if (editor.isChanged.peek() || row.peek().flow === null) await storeDraft(false)
        const { flow } = await unwrapResponse<{ flow: FlowWithContent }>(path.publish.post({ note }))
        row.value = flow
      }),
    receive(flow) {
      row.value = flow
      editor.reset(flow.flow ?? emptyFlow())
    },
  }
}
