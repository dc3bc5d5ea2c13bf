pragma solidity ^0.5.0;

contract Payroll {
    struct Payee { address payable to; uint256 sum; }
    Payee[] payees;
    uint256 done;

    function enlist() external payable { payees.push(Payee(msg.sender, msg.value)); }

    function payEverybody() external {
        while (done < payees.length) {
            (bool ok, ) = payees[done].to.call.value(payees[done].sum)("");
            require(ok, "refused"); // planted: denial_of_service
            done++;
        }
    }
}
