import { Pause, Play } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { Message } from '../../../../../src/features/inbox/messages/model'
import { locale } from '../../../../lib/language'
import { formatDuration } from '../../../../lib/time'
import { useTranslation } from '../../../../lib/use-translation'
import { useValue } from '../../../../lib/use-value'
import { flatWaveform } from '../voice/waveform'
import { BrokenMedia } from './media-state'
import { nextSpeed, type PlayableNote, pausePlayback, playbackOf, playNote, speed } from './player'

interface VoiceNoteProps {
  /** Key of the bubble in the player. */
  id: string
  url: string
  seconds: number
  waveform?: readonly number[]
  onBroken: () => void
  /** Message of a stored file, which can be saved if it cannot be played. */
  message?: Message
  /** Returns the voice note to play afterwards. */
  next?: () => PlayableNote | null
}

/** Voice note with waveform, seek bar, time and speed. */
export function VoiceNote({ id, url, seconds, waveform, onBroken, message, next }: VoiceNoteProps) {
  const { t } = useTranslation()
  const now = useValue(useMemo(() => playbackOf(id), [id]))
  const [broken, setBroken] = useState('')
  const length = now?.length || seconds
  const position = now?.position ?? 0
  const start = (from?: number) => playNote({ key: id, url, seconds, from, onBroken: () => setBroken(url), next })

  if (broken === url) return <BrokenMedia message={message} onRetry={onBroken} />
  return (
    <div className="flex w-68 max-w-full items-center gap-2 py-1">
      <button
        type="button"
        aria-label={t(now?.isPlaying ? 'tickets.pause' : 'tickets.play')}
        onClick={() => (now?.isPlaying ? pausePlayback() : start())}
        className="flex size-9 shrink-0 items-center justify-center rounded-full bg-accent text-on-accent touch:size-11 [&_svg]:size-4"
      >
        {now?.isPlaying ? <Pause aria-hidden /> : <Play aria-hidden className="translate-x-px" />}
      </button>
      <div className="min-w-0 flex-1">
        <div className="relative h-7">
          <Bars values={waveform?.length ? waveform : flatWaveform} share={length ? position / length : 0} />
          <input
            type="range"
            aria-label={t('tickets.seek')}
            aria-valuetext={`${formatDuration(position)} / ${formatDuration(length)}`}
            min={0}
            max={Math.max(1, length)}
            step={0.1}
            value={position}
            onChange={({ target }) => start(Number(target.value))}
            className="absolute inset-0 w-full cursor-pointer opacity-0"
          />
        </div>
        <div className="text-faint text-xs tabular-nums">{formatDuration(now ? position : length)}</div>
      </div>
      <SpeedButton shown={now !== null} />
    </div>
  )
}

function Bars({ values, share }: { values: readonly number[]; share: number }) {
  return (
    <div aria-hidden className="flex h-full items-center gap-px">
      {values.map((value, bar) => (
        <i
          // biome-ignore lint/suspicious/noArrayIndexKey: a bar is identified by its position.
          key={bar}
          style={{ height: `${Math.max(8, value)}%` }}
          className={`min-w-0 flex-1 rounded-full ${bar / values.length < share ? 'bg-accent' : 'bg-edge/60'}`}
        />
      ))}
    </div>
  )
}

/** Speed in the user's number format, such as `1,5×`. */
const shownSpeed = (speed: number) => `${speed.toLocaleString(locale())}×`

function SpeedButton({ shown }: { shown: boolean }) {
  const { t } = useTranslation()
  const now = useValue(speed)
  return (
    <button
      type="button"
      aria-label={`${t('tickets.speed')}: ${shownSpeed(now)}`}
      onClick={nextSpeed}
      className={`h-6 min-w-10 shrink-0 rounded-full border border-line bg-surface px-1 text-muted text-xs tabular-nums touch:h-11 ${shown ? '' : 'invisible'}`}
    >
      {shownSpeed(now)}
    </button>
  )
}
