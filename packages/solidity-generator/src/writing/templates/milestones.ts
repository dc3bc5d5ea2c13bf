import type { ContractPlan } from "../../plan.ts";
import type { WrittenContract } from "../solidity-file.ts";
import { libraries, nameContract } from "./template-parts.ts";

/** Writes an escrow that pays a freelancer milestone by milestone. */
export function writeMilestones(plan: ContractPlan): WrittenContract {
  const name = nameContract(plan, "MilestoneEscrow");
  return {
    name,
    imports: [libraries.reentrancyGuard, libraries.address],
    notes: [
      `${name}: a client deposits the ether of all milestones with open and releases them one by one in order.`,
      "The freelancer can give back at any time what is not released.",
    ],
    body: `contract ${name} is ReentrancyGuard {
    struct Job {
        address client;
        address payable freelancer;
        uint256 released;
        bool isCancelled;
        uint256[] amounts;
    }

    uint256 public jobCount;
    mapping(uint256 id => Job) private _jobs;

    event Opened(uint256 indexed id, address indexed client, address indexed freelancer, uint256 total);
    event MilestoneReleased(uint256 indexed id, uint256 indexed milestone, uint256 amount);
    event Cancelled(uint256 indexed id, uint256 returned);

    error InvalidJob();
    error NotAllowed();
    error NothingLeft();

    /// Opens a job with the amount of each milestone, 50 at most, and deposits their sum.
    function open(address payable freelancer, uint256[] calldata amounts) external payable returns (uint256 id) {
        uint256 total = 0;
        for (uint256 i = 0; i < amounts.length; ++i) total += amounts[i];
        if (freelancer == address(0) || amounts.length > 50 || total == 0 || msg.value != total) revert InvalidJob();
        id = jobCount++;
        Job storage job = _jobs[id];
        job.client = msg.sender;
        job.freelancer = freelancer;
        job.amounts = amounts;
        emit Opened(id, msg.sender, freelancer, total);
    }

    /// Approves the next milestone and pays it.
    function release(uint256 id) external nonReentrant {
        Job storage job = _jobs[id];
        if (msg.sender != job.client) revert NotAllowed();
        if (job.isCancelled || job.released == job.amounts.length) revert NothingLeft();
        uint256 amount = job.amounts[job.released];
        job.released += 1;
        emit MilestoneReleased(id, job.released - 1, amount);
        Address.sendValue(job.freelancer, amount);
    }

    /// Gives the client back what is not released. Only the freelancer can.
    function cancel(uint256 id) external nonReentrant {
        Job storage job = _jobs[id];
        if (msg.sender != job.freelancer) revert NotAllowed();
        uint256 returned = remaining(id);
        if (returned == 0) revert NothingLeft();
        job.isCancelled = true;
        emit Cancelled(id, returned);
        Address.sendValue(payable(job.client), returned);
    }

    /// The ether of milestones that are not released.
    function remaining(uint256 id) public view returns (uint256 total) {
        Job storage job = _jobs[id];
        if (job.isCancelled) return 0;
        for (uint256 i = job.released; i < job.amounts.length; ++i) total += job.amounts[i];
    }

    function getJob(uint256 id) external view returns (Job memory) {
        return _jobs[id];
    }
}`,
  };
}
