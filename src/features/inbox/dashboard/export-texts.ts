import type { Language } from '../../../shared/enums'
import type { ReportPart } from '../../../shared/report-figures'

/** Headings of exported tables, and the parts of their file names. */
export const exportTexts: Record<Language, ExportTexts> = {
  pt: {
    ...{ weekday: 'Dia da semana', hour: 'Hora', hoursFile: 'horarios', partsFile: 'resultados' },
    ...{ began: 'Novos', late: 'Encerrados com resposta atrasada', ratings: 'Avaliações', without: 'Sem' },
    weekdays: ['segunda', 'terça', 'quarta', 'quinta', 'sexta', 'sábado', 'domingo'],
    parts: { queue: 'Setor', person: 'Atendente', tag: 'Etiqueta', number: 'Número', campaign: 'Campanha' },
    ...{
      agentsFile: 'atendentes',
      queuesFile: 'setores',
      ratingsFile: 'avaliacoes',
      outcomesFile: 'motivos',
      outcome: 'Motivo de encerramento',
      decimal: ',',
    },
    ...{ agent: 'Atendente', queue: 'Setor', noQueue: 'Sem setor', tickets: 'Encerrados' },
    ...{ avgWaitTime: 'Espera média (min)', avgResponseTime: 'Primeira resposta média (min)' },
    ...{ avgSupportTime: 'Atendimento médio (min)', rating: 'Avaliação média (1 a 3)' },
    ...{ answers: 'Com prazo de primeira resposta', answersInTime: 'Respondidos no prazo' },
    ...{ nextAnswers: 'Próximas respostas com prazo', nextAnswersInTime: 'Próximas respostas no prazo' },
    ...{ closes: 'Com prazo para encerrar', closesInTime: 'Encerrados no prazo' },
    ...{ ratedAt: 'Avaliado em', ticketId: 'Atendimento', contact: 'Cliente', number: 'Número' },
    ...{ adsFile: 'anuncios', ad: 'Anúncio', adApp: 'Rede', adLink: 'Link', adTickets: 'Atendimentos' },
    ...{ rate: 'Avaliação (1 a 3)', body: 'Resposta do cliente' },
  },
  en: {
    ...{ weekday: 'Weekday', hour: 'Hour', hoursFile: 'hours', partsFile: 'results' },
    ...{ began: 'New', late: 'Closed with a late answer', ratings: 'Ratings', without: 'No' },
    weekdays: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'],
    parts: { queue: 'Queue', person: 'Agent', tag: 'Tag', number: 'Number', campaign: 'Campaign' },
    ...{
      agentsFile: 'agents',
      queuesFile: 'queues',
      ratingsFile: 'ratings',
      outcomesFile: 'reasons-for-closing',
      outcome: 'Reason for closing',
      decimal: '.',
    },
    ...{ agent: 'Agent', queue: 'Queue', noQueue: 'No queue', tickets: 'Closed' },
    ...{ avgWaitTime: 'Average wait (min)', avgResponseTime: 'Average first response (min)' },
    ...{ avgSupportTime: 'Average handling time (min)', rating: 'Average rating (1 to 3)' },
    ...{ answers: 'With a first response target', answersInTime: 'Answered in time' },
    ...{ nextAnswers: 'Next answers with a target', nextAnswersInTime: 'Next answers in time' },
    ...{ closes: 'With a target to close', closesInTime: 'Closed in time' },
    ...{ ratedAt: 'Rated at', ticketId: 'Ticket', contact: 'Customer', number: 'Number' },
    ...{ adsFile: 'ads', ad: 'Ad', adApp: 'Network', adLink: 'Link', adTickets: 'Tickets' },
    ...{ rate: 'Rating (1 to 3)', body: 'Customer’s answer' },
  },
  es: {
    ...{ weekday: 'Día de la semana', hour: 'Hora', hoursFile: 'horarios', partsFile: 'resultados' },
    ...{ began: 'Nuevas', late: 'Cerradas con respuesta atrasada', ratings: 'Calificaciones', without: 'Sin' },
    weekdays: ['lunes', 'martes', 'miércoles', 'jueves', 'viernes', 'sábado', 'domingo'],
    parts: { queue: 'Sector', person: 'Agente', tag: 'Etiqueta', number: 'Número', campaign: 'Campaña' },
    ...{
      agentsFile: 'agentes',
      queuesFile: 'sectores',
      ratingsFile: 'calificaciones',
      outcomesFile: 'motivos',
      outcome: 'Motivo de cierre',
      decimal: ',',
    },
    ...{ agent: 'Agente', queue: 'Sector', noQueue: 'Sin sector', tickets: 'Cerradas' },
    ...{ avgWaitTime: 'Espera promedio (min)', avgResponseTime: 'Primera respuesta promedio (min)' },
    ...{ avgSupportTime: 'Atención promedio (min)', rating: 'Calificación promedio (1 a 3)' },
    ...{ answers: 'Con plazo de primera respuesta', answersInTime: 'Respondidas a tiempo' },
    ...{ nextAnswers: 'Respuestas siguientes con plazo', nextAnswersInTime: 'Respuestas siguientes a tiempo' },
    ...{ closes: 'Con plazo para cerrar', closesInTime: 'Cerradas a tiempo' },
    ...{ ratedAt: 'Calificado el', ticketId: 'Conversación', contact: 'Cliente', number: 'Número' },
    ...{ adsFile: 'anuncios', ad: 'Anuncio', adApp: 'Red', adLink: 'Enlace', adTickets: 'Conversaciones' },
    ...{ rate: 'Calificación (1 a 3)', body: 'Respuesta del cliente' },
  },
}
export interface ExportTexts extends Record<Heading, string> {
  /** From Monday to Sunday. */
  weekdays: string[]
  parts: Record<ReportPart, string>
}

type Heading =
  | 'weekday'
  | 'hour'
  | 'hoursFile'
  | 'partsFile'
  | 'began'
  | 'late'
  | 'ratings'
  | 'without'
  | 'agentsFile'
  | 'queuesFile'
  | 'ratingsFile'
  | 'outcomesFile'
  | 'outcome'
  | 'decimal'
  | 'agent'
  | 'queue'
  | 'noQueue'
  | 'tickets'
  | 'avgWaitTime'
  | 'avgResponseTime'
  | 'avgSupportTime'
  | 'rating'
  | 'answers'
  | 'answersInTime'
  | 'closes'
  | 'closesInTime'
  | 'nextAnswers'
  | 'nextAnswersInTime'
  | 'ratedAt'
  | 'ticketId'
  | 'contact'
  | 'number'
  | 'rate'
  | 'body'
  | 'adsFile'
  | 'ad'
  | 'adApp'
  | 'adLink'
  | 'adTickets'
