export { createAdmissionJobs } from "./admission.jobs.ts";
export { answerFolderOf, findKeptAnswer, type KeptAnswer } from "./admission.repository.ts";
export {
  type Admission,
  type AdmissionService,
  createAdmissionService,
  type RequestKey,
} from "./admission.service.ts";
