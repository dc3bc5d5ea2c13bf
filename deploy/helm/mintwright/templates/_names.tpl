{{- define "mintwright.name" -}}
{{- if contains .Chart.Name .Release.Name }}{{ .Release.Name | trunc 50 | trimSuffix "-" }}
{{- else }}{{ printf "%s-%s" .Release.Name .Chart.Name | trunc 50 | trimSuffix "-" }}{{ end }}
{{- end }}

{{- define "mintwright.selector" -}}
app.kubernetes.io/name: {{ .Chart.Name }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "mintwright.labels" -}}
{{ include "mintwright.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version }}
{{- end }}

{{- define "mintwright.secretName" -}}
{{- if .Values.secret.external.enabled }}{{ include "mintwright.name" . }}
{{- else }}{{ required "Set secret.existingSecret to a Secret with DATABASE_URL, or secret.external.enabled" .Values.secret.existingSecret }}
{{- end }}
{{- end }}

{{- define "mintwright.serviceAccountName" -}}
{{- if .Values.serviceAccount.create }}{{ .Values.serviceAccount.name | default (include "mintwright.name" .) }}
{{- else }}{{ .Values.serviceAccount.name | default "default" }}{{ end }}
{{- end }}

{{- define "mintwright.image" -}}
{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end }}
