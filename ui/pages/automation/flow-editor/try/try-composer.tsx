import { AudioLines, Image, Paperclip, SendHorizontal } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { isLive } from '../../../../../src/shared/flow/run'
import { limits } from '../../../../../src/shared/limits'
import { Button } from '../../../../components/button'
import { controlClass } from '../../../../components/field'
import { IconButton } from '../../../../components/icon-button'
import { Menu } from '../../../../components/menu'
import { classes } from '../../../../lib/classes'
import { useTranslation } from '../../../../lib/use-translation'
import type { FlowTrial } from './use-flow-trial'

/** Text, files and menu options of the virtual customer. */
export function TryComposer({ trial }: { trial: FlowTrial }) {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const isOver = !trial.state || !isLive(trial.state.run.state)
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (text.trim() === '') return
    trial.write({ text })
    setText('')
  }
  const sendFile = (file: string) => {
    trial.write({ text, file })
    setText('')
  }
  return (
    <div className="flex shrink-0 flex-col gap-2 p-3">
      <Options trial={trial} />
      <form onSubmit={send} className="flex gap-1">
        <Menu
          align="start"
          trigger={
            <IconButton label={t('flowTrial.attach')} disabled={isOver}>
              <Paperclip aria-hidden />
            </IconButton>
          }
          entries={[
            { label: t('flowTrial.image'), icon: <Image aria-hidden />, onSelect: () => sendFile('image') },
            { label: t('flowTrial.audio'), icon: <AudioLines aria-hidden />, onSelect: () => sendFile('audio') },
          ]}
        />
        <input
          aria-label={t('flowTrial.message')}
          placeholder={t('flowTrial.message')}
          value={text}
          disabled={isOver}
          maxLength={limits.messageBody.max}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
          className={classes(controlClass, 'h-control min-w-0 flex-1 px-3')}
        />
        <IconButton type="submit" label={t('flowTrial.send')} disabled={isOver}>
          <SendHorizontal aria-hidden />
        </IconButton>
      </form>
    </div>
  )
}

/** Options of the menu at which the flow waits. */
function Options({ trial: { graph, state, write } }: { trial: FlowTrial }) {
  const node = state?.run.state === 'input' ? graph?.node(state.run.nodeId) : undefined
  if (node?.kind !== 'menu') return null
  return (
    <div className="flex flex-wrap gap-1">
      {node.data.options.map(({ number, value }) => (
        <Button key={number} size="sm" className="max-w-full" onClick={() => write({ text: `${number}` })}>
          <span className="truncate">
            {number} · {value}
          </span>
        </Button>
      ))}
    </div>
  )
}
