import { Check, Mic, Paperclip, SendHorizontal } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../../components/icon-button'
import { contactName } from '../list/names'
import { wantFocus } from '../store/composer'
import { send } from '../store/outbox'
import type { Thread } from '../store/thread'
import { AimBar } from './aim-bar'
import { Attachments } from './attachments'
import { Counter } from './counter'
import { DropZone } from './drop-zone'
import { TextArea } from './text-area'
import { type ComposerModel, useComposer, useComposerKeys } from './use-composer'
import { VoicePanel } from './voice-panel'

/** Where one writes. What is in it belongs to the person: nothing that arrives ever touches it. */
export function Composer({ thread }: { thread: Thread }) {
  const model = useComposer(thread)
  const [isRecording, setRecording] = useState(false)
  const { aim, typing, dropAim } = model
  if (!isRecording) return <Writing thread={thread} model={model} onRecord={() => setRecording(true)} />
  return (
    <VoicePanel
      typing={typing}
      onDone={() => {
        setRecording(false)
        wantFocus()
      }}
      onSend={({ file, ...voice }) => {
        send(thread, { body: '', quoted: aim?.kind === 'quote' ? aim.quoted : null, file, voice })
        dropAim()
      }}
    />
  )
}

interface WritingProps {
  thread: Thread
  model: ComposerModel
  onRecord: () => void
}

function Writing({ thread, model, onRecord }: WritingProps) {
  const { t } = useTranslation()
  const picker = useRef<HTMLInputElement>(null)
  const onKeyDown = useComposerKeys(model, thread)
  const { aim, attachments, text, body, typing, write, dropAim, setAttachments, addFiles, sendFiles } = model
  const pick = () => picker.current?.click()
  return (
    <div className="border-line border-t bg-surface safe-bottom">
      <div className="px-2 py-2 sm:px-4">
        {aim && <AimBar aim={aim} contactName={contactName(thread.ticket.peek())} onCancel={dropAim} />}
        <div className="flex items-end gap-1">
          <IconButton label={t('tickets.attach')} tooltipSide="top" onClick={pick}>
            <Paperclip aria-hidden />
          </IconButton>
          <div className="flex min-w-0 flex-1 rounded-lg border border-line bg-ground px-3 focus-within:border-accent">
            <TextArea
              text={text}
              onText={(next) => {
                write(next)
                typing.write()
              }}
              onKeyDown={onKeyDown}
              onFiles={addFiles}
            />
          </div>
          <MainButton model={model} onRecord={onRecord} />
        </div>
        <Counter length={body.length} />
      </div>
      <input
        ref={picker}
        type="file"
        multiple
        hidden
        aria-label={t('tickets.attach')}
        onChange={({ target }) => {
          addFiles([...(target.files ?? [])])
          target.value = ''
        }}
      />
      <Attachments attachments={attachments} onChange={setAttachments} onAdd={pick} onSend={sendFiles} />
      <DropZone onFiles={addFiles} />
    </div>
  )
}

/** Send, save or record: whichever there is something for. */
function MainButton({ model: { aim, body, isTooLong, sendText }, onRecord }: Omit<WritingProps, 'thread'>) {
  const { t } = useTranslation()
  const isEdit = aim?.kind === 'edit'
  if (!body && !isEdit)
    return (
      <IconButton label={t('tickets.record')} tooltipSide="top" onClick={onRecord}>
        <Mic aria-hidden />
      </IconButton>
    )
  return (
    <IconButton
      tone="accent"
      tooltipSide="top"
      shortcut="Enter"
      label={t(isEdit ? 'tickets.saveEdit' : 'tickets.send')}
      disabled={!body || isTooLong}
      onClick={sendText}
    >
      {isEdit ? <Check aria-hidden /> : <SendHorizontal aria-hidden />}
    </IconButton>
  )
}
