import { batch, computed, type ReadonlySignal, signal } from '@preact/signals-react'
import type { Flow, FlowWithContent } from '../../../../../src/features/automation/flows/model'
import type { AppError } from '../../../../../src/shared/errors'
import { api, unwrapResponse } from '../../../../lib/api'
import { asFailure } from '../../../../lib/failure'
import { createEditor, type Editor } from './editor'
import { emptyFlow } from './flow-changes'
import { dropLocalCopy, keepLocalCopy, readLocalCopy } from './local-copy'

/** A flow on screen: the row of the server and the editor of its draft. */
export interface FlowDocument {
  id: number
  row: ReadonlySignal<FlowWithContent>
  editor: Editor
  /** True while a request saves or publishes. */
  isBusy: ReadonlySignal<boolean>
  /** Refusal of the last request that saves or publishes. */
  failure: ReadonlySignal<AppError | null>
  /** True if the server has a newer draft than the one on which the flow on screen stands. */
  isOutdated: ReadonlySignal<boolean>
  /** Stores the draft; `force` replaces a draft that another user saved since. Returns true on success. */
  save(force?: boolean): Promise<boolean>
  /**
   * Stores the draft if it changed, and publishes it; `acceptFailures` also when test cases end elsewhere. Returns true
   * on success.
   */
  publish(note: string, acceptFailures?: boolean): Promise<boolean>
  /** Publishes an earlier version again, and shows it as a step that can be undone. Returns true on success. */
  restore(number: number): Promise<boolean>
  /** Applies the server's row of the flow, which another user may have changed, unless a later one is on screen. */
  receive(row: Flow): void
  /** Hides the refusal. */
  dismiss(): void
  /** Loads the draft of the server as a step that can be undone. @throws AppError */
  openStored(): Promise<void>
  /** Stores the flow as the draft of a copy; returns the copy's id. @throws AppError */
  saveAsCopy(): Promise<number>
  /** True if changes that this browser kept were brought back at the load. */
  isRestored: boolean
  /** Keeps unsaved changes in this browser until the returned function is called. */
  keep(): () => void
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
  const editor = createEditor(loaded.flow ?? emptyFlow(), id)
  const { flow: content, saved } = editor
  const path = api.flowbuilder.flow({ id })
  /** Time of the draft on which the changes stand. */
  const draftAt = signal(loaded.draftAt)
  /** Time of the server's draft. */
  const newestAt = signal(loaded.draftAt)
  // An event may come before the response to the own request that caused it.
  const isOutdated = computed(() => !isBusy.value && (newestAt.value ?? '') > (draftAt.value ?? ''))
  const local = readLocalCopy(id)
  const isRestored = local !== null && JSON.stringify(local.flow) !== JSON.stringify(loaded.flow)
  if (isRestored) {
    editor.apply(local.flow)
    // Another draft saved since is a conflict at the next save.
    draftAt.value = local.draftAt
  } else if (local) dropLocalCopy(id)

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
    const base = force ? {} : { draftAt: draftAt.peek() }
    const { flow } = await unwrapResponse<{ flow: FlowWithContent }>(path.draft.put({ ...sent, ...base }))
    batch(() => {
      show(flow)
      editor.settle(sent, flow.flow)
    })
  }
  const show = (flow: FlowWithContent) => {
    row.value = flow
    draftAt.value = flow.draftAt
  }
  /** Shows the draft of the server as a step of the history. */
  const open = (flow: FlowWithContent) => {
    const stored = flow.flow ?? emptyFlow()
    batch(() => {
      show(flow)
      failure.value = null
      editor.apply(stored)
      saved.value = stored
    })
  }

  return {
    ...{ id, row, editor, isBusy, failure, isOutdated, isRestored },
    save: (force = false) => attempt(() => storeDraft(force)),
    publish: (note, acceptFailures = false) =>
      attempt(async () => {
        if (editor.isChanged.peek() || row.peek().flow === null) await storeDraft(false)
        const input = { note, acceptFailures, draftAt: draftAt.peek() }
        show((await unwrapResponse<{ flow: FlowWithContent }>(path.publish.post(input))).flow)
      }),
    restore: (number) =>
      attempt(async () => {
        const input = { number, draftAt: draftAt.peek() }
        open((await unwrapResponse<{ flow: FlowWithContent }>(path.restore.post(input))).flow)
      }),
    receive({ name, active, version, hasChanges, draftAt, updatedAt }) {
      // A response may come after the event of a later change.
      if (updatedAt < row.peek().updatedAt) return
      newestAt.value = draftAt
      row.value = { ...row.peek(), name, active, version, hasChanges, updatedAt }
    },
    dismiss() {
      failure.value = null
    },
    async openStored() {
      open((await unwrapResponse<{ flow: FlowWithContent }>(path.get())).flow)
    },
    async saveAsCopy() {
      const sent = content.peek()
      const { id: copyId } = await unwrapResponse(api.flowbuilder.duplicate.post({ flowId: id, ...sent }))
      saved.value = sent
      return copyId
    },
    keep: () => keepLocalCopy(id, editor, () => draftAt.peek()),
  }
}
