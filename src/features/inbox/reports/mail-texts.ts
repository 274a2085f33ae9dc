import type { Language } from '../../../shared/enums'
import type { ReportPart } from '../../../shared/report-figures'
import type { partSorts } from '../dashboard/part-model'

type Sort = (typeof partSorts)[number]

export interface MailTexts {
  locale: string
  hello: (name: string) => string
  /** Days as `dd/mm/yyyy`. */
  period: (from: string, to: string) => string
  compared: (from: string, to: string) => string
  notCompared: string
  head: { figure: string; value: string; change: string }
  counters: Record<'began' | 'finished' | 'late' | 'wait' | 'response' | 'support' | 'rating', string>
  same: string
  /** Change against a figure of 0. */
  fromNothing: string
  parts: Record<ReportPart, string>
  none: Record<ReportPart, string>
  sorts: Record<Exclude<Sort, 'name'>, string>
  best: string
  worst: string
  all: string
  nothing: string
  open: string
  why: (report: string) => string
  off: string
  hours: (hours: string, minutes: string) => string
  minutes: (minutes: string) => string
}

const shortTimes = {
  hours: (hours: string, minutes: string) => `${hours} h ${minutes} min`,
  minutes: (minutes: string) => `${minutes} min`,
}

/** Texts of the weekly mail; names of figures are those of the dashboard. */
export const mailTexts: Record<Language, MailTexts> = {
  pt: {
    ...shortTimes,
    locale: 'pt-BR',
    hello: (name) => `Olá, ${name},`,
    period: (from, to) => (from === to ? from : `De ${from} a ${to}`),
    compared: (from, to) => `comparado com ${from === to ? from : `${from} a ${to}`}`,
    notCompared: 'sem período anterior para comparar',
    head: { figure: 'Indicador', value: 'Valor', change: 'Variação' },
    counters: {
      began: 'Novos',
      finished: 'Encerrados',
      late: 'Encerrados com resposta atrasada',
      wait: 'Tempo de espera',
      response: 'Primeira resposta',
      support: 'Tempo de atendimento',
      rating: 'Avaliação (1 a 3)',
    },
    same: 'igual',
    fromNothing: 'antes 0',
    parts: { queue: 'Setor', person: 'Atendente', tag: 'Etiqueta', number: 'Número', campaign: 'Campanha' },
    none: {
      queue: 'Sem setor',
      person: 'Sem atendente',
      tag: 'Sem etiqueta',
      number: 'Sem número',
      campaign: 'Sem campanha',
    },
    sorts: {
      began: 'Novos',
      finished: 'Encerrados',
      avgResponseTime: 'Primeira resposta',
      late: 'Encerrados com atraso',
      rating: 'Avaliação (1 a 3)',
      ratings: 'Avaliações',
    },
    best: 'Melhores',
    worst: 'Piores',
    all: 'Todos',
    nothing: 'Nenhum atendimento no período.',
    open: 'Abrir o relatório',
    why: (report) => `Você recebe este e-mail toda semana porque está entre os destinatários do relatório “${report}”.`,
    off: 'Não receber mais',
  },
  en: {
    ...shortTimes,
    locale: 'en',
    hello: (name) => `Hello ${name},`,
    period: (from, to) => (from === to ? from : `From ${from} to ${to}`),
    compared: (from, to) => `compared with ${from === to ? from : `${from} to ${to}`}`,
    notCompared: 'no earlier period to compare with',
    head: { figure: 'Figure', value: 'Value', change: 'Change' },
    counters: {
      began: 'New',
      finished: 'Closed',
      late: 'Closed with a late answer',
      wait: 'Waiting time',
      response: 'First response',
      support: 'Handling time',
      rating: 'Rating (1 to 3)',
    },
    same: 'same',
    fromNothing: 'before 0',
    parts: { queue: 'Queue', person: 'Agent', tag: 'Tag', number: 'Number', campaign: 'Campaign' },
    none: { queue: 'No queue', person: 'No agent', tag: 'No tag', number: 'No number', campaign: 'No campaign' },
    sorts: {
      began: 'New',
      finished: 'Closed',
      avgResponseTime: 'First response',
      late: 'Closed with a late answer',
      rating: 'Rating (1 to 3)',
      ratings: 'Ratings',
    },
    best: 'Best',
    worst: 'Worst',
    all: 'All',
    nothing: 'No tickets in the period.',
    open: 'Open the report',
    why: (report) => `You get this mail each week because you are a recipient of the report “${report}”.`,
    off: 'Stop these mails',
  },
  es: {
    ...shortTimes,
    locale: 'es',
    hello: (name) => `Hola, ${name}:`,
    period: (from, to) => (from === to ? from : `Del ${from} al ${to}`),
    compared: (from, to) => `comparado con ${from === to ? from : `${from} a ${to}`}`,
    notCompared: 'sin período anterior con el que comparar',
    head: { figure: 'Indicador', value: 'Valor', change: 'Variación' },
    counters: {
      began: 'Nuevas',
      finished: 'Cerradas',
      late: 'Cerradas con respuesta atrasada',
      wait: 'Tiempo de espera',
      response: 'Primera respuesta',
      support: 'Tiempo de atención',
      rating: 'Calificación (1 a 3)',
    },
    same: 'igual',
    fromNothing: 'antes 0',
    parts: { queue: 'Sector', person: 'Agente', tag: 'Etiqueta', number: 'Número', campaign: 'Campaña' },
    none: {
      queue: 'Sin sector',
      person: 'Sin agente',
      tag: 'Sin etiqueta',
      number: 'Sin número',
      campaign: 'Sin campaña',
    },
    sorts: {
      began: 'Nuevas',
      finished: 'Cerradas',
      avgResponseTime: 'Primera respuesta',
      late: 'Cerradas con atraso',
      rating: 'Calificación (1 a 3)',
      ratings: 'Calificaciones',
    },
    best: 'Mejores',
    worst: 'Peores',
    all: 'Todos',
    nothing: 'Ninguna conversación en el período.',
    open: 'Abrir el informe',
    why: (report) => `Recibe este correo cada semana porque es destinatario del informe “${report}”.`,
    off: 'No recibirlo más',
  },
}
