import { type ContractPlan, settingOf } from "../../plan.ts";
import { toDuration, toEther, type WrittenContract } from "../solidity-file.ts";
import { libraries, nameContract } from "./template-parts.ts";

/** Writes a raffle whose winner is drawn with the randomness of a Chainlink VRF coordinator. */
export function writeRaffle(plan: ContractPlan): WrittenContract {
  const name = nameContract(plan, "TicketRaffle");
  return {
    name,
    imports: [libraries.ownable, libraries.reentrancyGuard, libraries.address],
    notes: [
      `${name}: tickets cost ${settingOf(plan, "price")} ether. Sales end ${toDuration(settingOf(plan, "duration"))} after deployment; then a random ticket wins the pot.`,
      "The random number comes from a Chainlink VRF v2.5 coordinator: the owner calls setRandomness and adds this contract to the subscription.",
      "If no winner is drawn within 30 days of the end, everyone can take their money back with refund.",
    ],
    body: `interface IVRFCoordinator {
    struct Request {
        bytes32 keyHash;
        uint256 subId;
        uint16 requestConfirmations;
        uint32 callbackGasLimit;
        uint32 numWords;
        bytes extraArgs;
    }

    function requestRandomWords(Request calldata request) external returns (uint256 requestId);
}

contract ${name} is Ownable, ReentrancyGuard {
    uint256 public constant PRICE = ${toEther(settingOf(plan, "price"))};
    uint256 public immutable endsAt = block.timestamp + ${settingOf(plan, "duration")};

    IVRFCoordinator public coordinator;
    bytes32 public keyHash;
    uint256 public subscriptionId;
    uint256 public requestId;
    address[] public tickets;
    mapping(address player => uint256) public ticketsOf;
    address public winner;

    event Entered(address indexed player, uint256 count);
    event DrawRequested(uint256 requestId);
    event Drawn(address indexed winner);

    error SalesClosed();
    error WrongPayment(uint256 expected);
    error NotReady();
    error NotAllowed();

    constructor() Ownable(msg.sender) {}

    /// Sets the VRF coordinator and its subscription. Fixed once the first ticket is sold.
    function setRandomness(IVRFCoordinator vrf, bytes32 key, uint256 subscription) external onlyOwner {
        if (tickets.length != 0) revert NotAllowed();
        coordinator = vrf;
        keyHash = key;
        subscriptionId = subscription;
    }

    /// Buys tickets, 100 at most in one call.
    function enter(uint256 count) external payable {
        if (block.timestamp >= endsAt || address(coordinator) == address(0)) revert SalesClosed();
        if (count == 0 || count > 100 || msg.value != PRICE * count) revert WrongPayment(PRICE * count);
        for (uint256 i = 0; i < count; ++i) tickets.push(msg.sender);
        ticketsOf[msg.sender] += count;
        emit Entered(msg.sender, count);
    }

    /// Asks the coordinator for a random number, once sales are over. Anyone can call it.
    function draw() external nonReentrant {
        if (block.timestamp < endsAt || tickets.length == 0 || requestId != 0) revert NotReady();
        // Version 2.5 of the coordinator reads from extraArgs that the subscription pays in LINK.
        bytes memory paysInLink = abi.encodeWithSelector(bytes4(keccak256("VRF ExtraArgsV1")), false);
        requestId = coordinator.requestRandomWords(
            IVRFCoordinator.Request(keyHash, subscriptionId, 3, 200_000, 1, paysInLink)
        );
        emit DrawRequested(requestId);
    }

    /// Called by the coordinator with the random number.
    function rawFulfillRandomWords(uint256 id, uint256[] calldata words) external {
        if (msg.sender != address(coordinator) || id != requestId || winner != address(0)) revert NotAllowed();
        winner = tickets[words[0] % tickets.length];
        emit Drawn(winner);
    }

    /// Sends the winner the pot.
    function claim() external nonReentrant {
        if (msg.sender != winner) revert NotAllowed();
        Address.sendValue(payable(msg.sender), address(this).balance);
    }

    /// Pays tickets back if no winner was drawn within 30 days of the end.
    function refund() external nonReentrant {
        uint256 count = ticketsOf[msg.sender];
        if (winner != address(0) || block.timestamp < endsAt + 30 days || count == 0) revert NotAllowed();
        ticketsOf[msg.sender] = 0;
        Address.sendValue(payable(msg.sender), count * PRICE);
    }
}`,
  };
}
